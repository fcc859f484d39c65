// Looking for the files that define what the files at hand only declare.
//
// A model's forward is as often as not in another file than its class. Candidates are the files of
// the compilation database and the sources near the declaration; of these, those that spell the
// function's definition. They are then read together with the others, and with those that stand
// beside the headers they include.
#pragma once

#include "Frontend/Eval/MissingBody.h"
#include "Frontend/Parse/DiagnosticOutput.h"
#include "Frontend/Parse/SourceFiles.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/MemoryBuffer.h"

#include <memory>
#include <set>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

namespace clang::tooling {
class CompilationDatabase;
}

namespace fx::frontend {

class BodySearch {
public:
  BodySearch(const clang::tooling::CompilationDatabase& database, const SourceFiles& sources,
             std::vector<std::string> files);

  /// The files to read together, those named by the user first.
  const std::vector<std::string>& files() const { return files_; }
  /// Where the headers lie for which files were added: those files include them.
  const std::vector<std::string>& folders() const { return folders_; }
  /// Adds the files that seem to define what is missing, and those beside them; false: there
  /// are none that are not read yet.
  bool add(const std::vector<MissingBody>& missing);
  /// The files do not go together, and those in `clashing` define something for the second time:
  /// leaves out those of them that were guesses, else all guesses, else the files added last.
  /// False: none were added.
  bool drop_last(const std::set<std::string>& clashing);
  /// Whether drop_last() left any out.
  bool has_dropped() const { return has_dropped_; }
  /// A remark for each file that the user did not name, and for those that were left out.
  void say_what_is_read(DiagnosticOutput& output) const;

private:
  /// The sources that may define what the header declares, those named like it first.
  const std::vector<std::string>& candidates(const std::string& header);
  llvm::StringRef text_of(const std::string& file);
  void take(const std::string& file, const std::string& header, llvm::StringRef why);
  void guess_implementations();

  std::string absolute(llvm::StringRef file) const;
  /// The headers that a file includes in quotes, found beside it or below a folder above it.
  std::vector<std::string> own_headers(llvm::StringRef file, llvm::StringRef text) const;

  const clang::tooling::CompilationDatabase& database_;
  const SourceFiles& sources_;
  std::vector<std::string> files_;
  size_t before_last_; // how many of them there were before the last were added
  bool guesses_ = true;
  bool has_dropped_ = false;
  std::unordered_set<std::string> guessed_; // files that the user did not name
  std::vector<std::string> folders_;
  std::unordered_set<std::string> known_;                    // absolute
  std::vector<std::pair<std::string, std::string>> reasons_; // of each file that was added
  std::unordered_map<std::string, std::vector<std::string>> candidates_; // by header
  std::unordered_map<std::string, std::unique_ptr<llvm::MemoryBuffer>> texts_;
};

} // namespace fx::frontend
