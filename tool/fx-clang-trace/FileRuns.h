// Many files, a process for each, and what is shown of them while they run.
#pragma once

#include "FileReport.h"
#include "TerminalSink.h"

#include <mutex>
#include <string>
#include <vector>

namespace fx::tool {

class FileRuns {
public:
  FileRuns(const std::vector<std::string>& files, Verbosity verbosity);

  /// --rewrite: the processes report their edits, with `others` (a file, or empty) among them.
  void collect_edits(std::string others = {}) {
    edits_wanted_ = true;
    others_ = std::move(others);
  }

  /// Runs `program` on each file, with `words` besides, as many at once as `jobs` says (0: one for
  /// each processor). What they write goes to the standard output, in the order of the files; what
  /// they say to stderr, when each is done.
  void run(const std::string& program, const std::vector<std::string>& words, unsigned jobs);
  std::vector<FileReport> reports() const;

private:
  struct Run {
    FileReport report;
    std::string output;
    std::string said;
    bool is_done = false;
  };

  void run(const std::string& program, const std::vector<std::string>& words, Run& run) const;
  void show(Run& run);

  std::vector<Run> runs_;
  Verbosity verbosity_;
  bool edits_wanted_ = false;
  std::string others_;
  std::mutex mutex_;
  size_t num_done_ = 0;
  size_t num_written_ = 0;
};

} // namespace fx::tool
