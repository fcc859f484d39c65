#include "fx/Ops/Kernels.h"

#include <dlfcn.h>
#include <fmt/format.h>

namespace fx::ops {

Expected<std::shared_ptr<Kernels>> load_kernels(const std::string& file) {
  const auto failure = [&](std::string_view why) {
    return Error{
        fmt::format("cannot load '{}', which knows LibTorch's kernels: {}", file, why), {}, {}};
  };
  void* library = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) return failure(dlerror());
  void* entry = dlsym(library, kernels_entry);
  if (entry == nullptr) return failure(fmt::format("it has no function {}", kernels_entry));
  Kernels* kernels = reinterpret_cast<Kernels* (*)(int)>(entry)(kernels_version);
  if (kernels == nullptr) return failure("it was made for another version of this tool");
  return std::shared_ptr<Kernels>(kernels);
}

} // namespace fx::ops
