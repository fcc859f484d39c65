// --rewrite: what passes change, changed in the user's own files.
#pragma once

#include "PassCommandLine.h"
#include "VerifyModels.h"

#include "fx/Driver/Rewrite.h"

#include "llvm/Support/CommandLine.h"

namespace fx::tool {

class RewriteSources {
public:
  explicit RewriteSources(llvm::cl::OptionCategory& category);

  bool is_wanted() const {
    return rewrite_.getNumOccurrences() > 0 || in_place_ || !export_fixes_.empty();
  }
  /// -i: the user's files are changed.
  bool is_in_place() const { return in_place_; }
  /// Traces, runs the passes, and writes a diff to `output`, or the files, or a file of fixes; with
  /// --verify, if the edited source computes what the original does. Returns the exit code.
  int run(driver::Models& models, PassCommandLine& passes, const VerifyModels& verify,
          llvm::StringRef output, Verbosity verbosity) const;

private:
  int write(const driver::CheckedEdits& edits, llvm::StringRef output) const;

  llvm::cl::opt<driver::RewriteKind> rewrite_;
  llvm::cl::opt<bool> in_place_;
  llvm::cl::opt<std::string> export_fixes_;
};

} // namespace fx::tool
