#include "Plugin.h"

#include "../Messages.h"

#include <dlfcn.h>
#include <fmt/format.h>

namespace fx::ops::kernels {

Expected<Plugin> open_plugin(const std::string& file) {
  const auto failure = [&](std::string_view why) {
    return say(diag::kernels_not_loaded, file, why);
  };
  void* library = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) return failure(dlerror());
  void* entry = dlsym(library, FX_KERNELS_ENTRY);
  if (entry == nullptr) return failure(fmt::format("it has no function {}", FX_KERNELS_ENTRY));
  const FxKernelsApi* api = reinterpret_cast<decltype(&fx_kernels_api)>(entry)();
  if (api->version != FX_KERNELS_VERSION || api->size != sizeof(FxKernelsApi))
    return failure("it was made for another version of this tool");
  return Plugin(*api);
}

} // namespace fx::ops::kernels
