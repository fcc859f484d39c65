// --config-file and --no-config: the .fx-clang of the sources.
#pragma once

#include "fx/Driver/Config.h"

#include "clang/Tooling/CompilationDatabase.h"
#include "llvm/Support/CommandLine.h"

#include <memory>
#include <string>

namespace fx::tool {

class ConfigFile {
public:
  explicit ConfigFile(llvm::cl::OptionCategory& category);

  /// The file that is named, else the nearest one above `source`; empty where there is none. Error:
  /// it cannot be read, or has no meaning.
  fx::Expected<driver::Config> load(const std::string& source) const;

private:
  llvm::cl::opt<std::string> file_;
  llvm::cl::opt<bool> none_;
};

/// The database with the flags of the configuration, and behind them those of --extra-arg. What
/// stands behind -- (`is_fixed`) counts more than the configuration, and what a
/// compile_commands.json says less.
std::unique_ptr<clang::tooling::CompilationDatabase>
with_arguments(std::unique_ptr<clang::tooling::CompilationDatabase> database, bool is_fixed,
               const driver::Config& config, const std::vector<std::string>& extra);

} // namespace fx::tool
