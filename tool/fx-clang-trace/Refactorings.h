// --refactor, --at and --list-refactorings: changes of how a model is written, by name.
#pragma once

#include "fx/Passes/PassManager.h"

#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Error.h"

#include <set>
#include <string>
#include <vector>

namespace fx::tool {

class Refactorings {
public:
  explicit Refactorings(llvm::cl::OptionCategory& category);

  /// Whether a change of the source is asked for.
  bool is_wanted() const { return !refactor_.empty() || renumber_; }
  /// Answers --list-refactorings; false where it is not asked for.
  bool answer() const;
  /// Puts them behind the other passes, for the places that --at names. Error: there is none of
  /// that name, or a place is not written as one.
  llvm::Error add_to(PassManager& passes) const;
  /// Error: --at names a file that the trace did not read.
  llvm::Error check(const std::set<std::string>& files_read) const;

private:
  llvm::cl::list<std::string> refactor_;
  llvm::cl::list<std::string> at_;
  llvm::cl::opt<bool> renumber_;
  llvm::cl::opt<bool> list_;
};

} // namespace fx::tool
