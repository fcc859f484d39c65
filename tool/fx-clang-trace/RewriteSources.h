// --rewrite: what passes change, changed in the user's own files.
#pragma once

#include "PassCommandLine.h"
#include "Refactorings.h"
#include "VerifyModels.h"

#include "fx/Driver/Rewrite.h"

#include "llvm/Support/CommandLine.h"

#include <string>
#include <vector>

namespace fx::tool {

class RewriteSources {
public:
  explicit RewriteSources(llvm::cl::OptionCategory& category);

  bool is_wanted() const {
    return rewrite_.getNumOccurrences() > 0 || in_place_ || dry_run_ || !export_fixes_.empty();
  }
  bool has_key_map() const { return !key_map_.empty(); }
  /// -i: the user's files are changed.
  bool is_in_place() const { return in_place_ && !dry_run_; }
  /// Traces, runs the passes, and writes a diff to `output`, or the files, or a file of fixes; with
  /// --verify, if the edited source computes what the original does. Returns the exit code.
  int run(driver::Models& models, PassCommandLine& passes, const Refactorings& refactorings,
          const VerifyModels& verify, llvm::StringRef output, Verbosity verbosity) const;

  /// For the process of one of many files: it writes its edits to a file and nothing else, with
  /// those of others added that are known.
  static std::vector<std::string> words_for_one(llvm::StringRef edits, llvm::StringRef others);
  /// Writes the edits of many files where those of one go. Returns the exit code.
  int write(refactor::FileTexts& texts, const refactor::FileEdits& edits,
            const std::string& main_file, llvm::StringRef output) const;

private:
  /// What --with-edits names.
  bool add_others(driver::Rewriting& rewriting) const;

  llvm::cl::opt<driver::RewriteKind> rewrite_;
  llvm::cl::opt<bool> in_place_;
  llvm::cl::opt<bool> dry_run_;
  llvm::cl::opt<std::string> export_fixes_;
  llvm::cl::opt<std::string> key_map_;
  llvm::cl::opt<std::string> edits_;
  llvm::cl::opt<std::string> with_edits_;
};

} // namespace fx::tool
