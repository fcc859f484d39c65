// The options of fx-clang-trace, by what they are about.
#pragma once

#include "ConfigFile.h"
#include "Dependencies.h"
#include "EmitModels.h"
#include "Questions.h"
#include "Refactorings.h"
#include "RewriteSources.h"
#include "SessionCommandLine.h"
#include "TraceAll.h"
#include "TraceCommandLine.h"

namespace fx::tool {

struct CommandLine {
  explicit CommandLine(llvm::cl::OptionCategory& category);

  /// Error: options do not go together.
  llvm::Error prepare(bool is_all);
  Verbosity verbosity() const;
  /// The source is to be changed.
  bool is_rewriting() const { return rewrite.is_wanted() || refactorings.is_wanted(); }

  Questions questions;
  PassCommandLine passes;
  SessionCommandLine session;
  TraceCommandLine trace;
  ConfigFile config;
  VerifyModels verify;
  RewriteSources rewrite;
  Refactorings refactorings;
  Dependencies dependencies;
  EmitModels emit;
  TraceAll all;
  llvm::cl::opt<std::string> build_path;
  llvm::cl::list<std::string> extra_args;
  llvm::cl::opt<bool> verify_diagnostics;
  llvm::cl::opt<bool> quiet;
};

} // namespace fx::tool
