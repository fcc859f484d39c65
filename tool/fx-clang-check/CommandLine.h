// The options of fx-clang-check: clang-tidy's, where it has them.
#pragma once

#include "ConfigFile.h"
#include "SessionCommandLine.h"

#include "fx/Check/Check.h"

#include "llvm/Support/CommandLine.h"

namespace fx::tool {

struct CommandLine {
  explicit CommandLine(llvm::cl::OptionCategory& category);

  /// The checks of the configuration and of the command line. Error: a glob is that of no check.
  llvm::Expected<check::Selection> selection(const driver::Config& config) const;

  SessionCommandLine session;
  ConfigFile config;
  llvm::cl::opt<std::string> checks;
  llvm::cl::opt<std::string> as_errors;
  llvm::cl::opt<bool> fix;
  llvm::cl::opt<std::string> export_fixes;
  llvm::cl::opt<bool> list_checks;
  llvm::cl::opt<std::string> build_path;
  llvm::cl::list<std::string> extra_args;
  llvm::cl::opt<bool> quiet;
};

} // namespace fx::tool
