#include "ConfigFile.h"

namespace fx::tool {

using namespace llvm;

ConfigFile::ConfigFile(cl::OptionCategory& category)
    : file_("config-file",
            cl::desc("The configuration (default: the file .fx-clang in the nearest folder above "
                     "the first source)"),
            cl::value_desc("file"), cl::cat(category)),
      none_("no-config", cl::desc("Read no .fx-clang"), cl::cat(category)) {}

fx::Expected<driver::Config> ConfigFile::load(const std::string& source) const {
  if (none_) return driver::Config();
  const std::string file = file_.empty() ? driver::find_config(source) : file_.getValue();
  if (file.empty()) return driver::Config();
  return driver::read_config(file);
}

} // namespace fx::tool
