#include "Installed.h"

#include "KernelsPlugin.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

namespace fx::tool {

using namespace llvm;

std::string this_program(const char* program) {
  // Any address in the program will do.
  return sys::fs::getMainExecutable(program, reinterpret_cast<void*>(&this_program));
}

std::string installed(const char* program, ArrayRef<StringRef> parts, StringRef otherwise) {
  const std::string tool = this_program(program);
  SmallString<256> file(sys::path::parent_path(sys::path::parent_path(tool)));
  for (const StringRef part : parts)
    sys::path::append(file, part);
  return sys::fs::exists(file) ? std::string(file) : otherwise.str();
}

std::string installed_kernels(const char* program) {
  return installed(program, {FX_LIBRARY_FOLDER, "fx-clang", "fx-kernels.so"},
                   FX_KERNELS_BUILD_PATH);
}

} // namespace fx::tool
