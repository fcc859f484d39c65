// --rewrite of many files: their edits as one change, which is made as a whole or not at all.
#pragma once

#include "FileReport.h"
#include "RewriteSources.h"

#include "fx/Refactor/Edits.h"

#include <functional>
#include <string>
#include <vector>

namespace fx::tool {

class RewriteAll {
public:
  /// `reports`: of the processes, with their edits; what becomes of files is noted there.
  RewriteAll(const RewriteSources& rewrite, std::vector<FileReport>& reports)
      : rewrite_(rewrite), reports_(reports) {}

  /// Traces some of the files again, with the edits of a file among theirs.
  using RunAgain = std::function<std::vector<FileReport>(const std::vector<std::string>& files,
                                                         const std::string& edits)>;
  /// Writes one diff, or all files, or one file of fixes. A file that reads what others change is
  /// traced again with their edits: it may need the text as it was. `keeps_going`: with -i, what is
  /// refused of one file leaves the others to be written. Returns the exit code.
  int run(const RunAgain& run_again, bool keeps_going);

private:
  bool merge();
  bool check(const RunAgain& run_again);

  const RewriteSources& rewrite_;
  std::vector<FileReport>& reports_;
  std::vector<refactor::FileEdits> edits_; // by report
  refactor::FileEdits all_;
};

} // namespace fx::tool
