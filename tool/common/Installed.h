// What was installed together with this program.
#pragma once

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <string>

namespace fx::tool {

/// The file of this program; `program` is what it was started as.
std::string this_program(const char* program);
/// What stands at `parts` in the folder that the program's own is in; `otherwise` when there is no
/// such file, as where the program was built.
std::string installed(const char* program, llvm::ArrayRef<llvm::StringRef> parts,
                      llvm::StringRef otherwise);
/// The plugin of LibTorch's kernels for the LibTorch of the build: installed, else where it was
/// built.
std::string installed_kernels(const char* program);

} // namespace fx::tool
