// --all, and folders as sources: many files, a process for each, as run-clang-tidy does it.
#pragma once

#include "FileReport.h"
#include "TerminalSink.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/CommandLine.h"

#include <optional>
#include <set>
#include <string>
#include <vector>

namespace fx::tool {

struct CommandLine;

class TraceAll {
public:
  explicit TraceAll(llvm::cl::OptionCategory& category);

  /// Sources that are folders alone: a folder among files is an error of the trace.
  bool is_wanted(const std::vector<std::string>& sources) const;
  /// Error: options that are of one file were given.
  llvm::Error prepare(llvm::StringRef output, bool reads_standard_input) const;

  /// Traces all. `arguments` are those of this program, which `line` has read. What is written goes
  /// to the standard output, in the order of the files, or as one diff; what is said, how far it
  /// is, and the table to stderr. Returns the exit code.
  int run(const frontend::Session& session, const std::vector<std::string>& sources,
          llvm::ArrayRef<const char*> arguments, const CommandLine& line) const;

  /// Whether this process is for one of many files.
  bool is_one_of_many() const { return !report_.empty(); }
  /// In the process of one file: tells the one that has started it. Returns the exit code.
  int report(const frontend::TraceResult& traced, const std::set<std::string>& files_read,
             int code) const;

private:
  std::vector<std::string> words(llvm::ArrayRef<const char*> arguments,
                                 const std::vector<unsigned>& positions) const;

  llvm::cl::opt<bool> all_;
  llvm::cl::opt<unsigned> jobs_;
  llvm::cl::opt<std::string> report_;
};

} // namespace fx::tool
