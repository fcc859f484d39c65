// --config-file and --no-config: the .fx-clang of the sources.
#pragma once

#include "fx/Driver/Config.h"

#include "llvm/Support/CommandLine.h"

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

} // namespace fx::tool
