#include "fx/Ops/Kernels.h"

#include "Messages.h"

#include "fx/Ops/Archive.h"
#include "fx/Support/Abi.h"

#include <dlfcn.h>
#include <fmt/format.h>

namespace fx::ops {

namespace {

/// What the function `entry` of the plugin makes, if it was compiled with the same headers.
template <class T>
Expected<std::shared_ptr<T>> load(const std::string& file, const char* entry) {
  const auto failure = [&](std::string_view why) {
    return say(diag::kernels_not_loaded, file, why);
  };
  void* library = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) return failure(dlerror());
  void* function = dlsym(library, entry);
  if (function == nullptr) return failure(fmt::format("it has no function {}", entry));
  T* made = reinterpret_cast<T* (*)(uint64_t)>(function)(abi_number);
  if (made == nullptr) return failure("it was made for another version of this tool");
  return std::shared_ptr<T>(made);
}

} // namespace

Expected<std::shared_ptr<Kernels>> load_kernels(const std::string& file) {
  return load<Kernels>(file, kernels_entry);
}

Expected<std::shared_ptr<Archiver>> load_archiver(const std::string& file) {
  return load<Archiver>(file, archiver_entry);
}

} // namespace fx::ops
