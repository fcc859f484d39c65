#include "fx/Passes/Plugin.h"

#include "Messages.h"

#include <dlfcn.h>
#include <fmt/format.h>

namespace fx {

std::optional<Error> load_pass_plugin(const std::string& path) {
  const auto failure = [&](std::string_view why) {
    return say(diag::pass_plugin_not_loaded, path, why);
  };
  // Without a slash dlopen looks in the system's folders, which are not meant here.
  const std::string file = path.find('/') == std::string::npos ? "./" + path : path;
  void* library = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) return failure(dlerror());
  void* entry = dlsym(library, pass_plugin_entry);
  if (entry == nullptr) return failure(fmt::format("it has no function {}", pass_plugin_entry));
  const PassPluginInfo info = reinterpret_cast<PassPluginInfo (*)()>(entry)();
  if (info.abi != abi_number)
    return failure(fmt::format("it was compiled with the headers of another fx-clang (interface "
                               "{:016x}, this is {:016x}); compile it again with this one's",
                               info.abi, abi_number));
  try {
    info.register_passes();
  } catch (const GraphError& error) {
    return failure(error.what());
  }
  return std::nullopt;
}

} // namespace fx
