// Whether a file includes LibTorch, found by reading its text: no preprocessor, well under a
// millisecond. Decides only whether the precompiled header is worth having.
#pragma once

#include "clang/Frontend/CompilerInvocation.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/VirtualFileSystem.h"

namespace fx::frontend {

/// True when `file`, or a file of the user's own that it includes, includes a header of LibTorch.
bool includes_libtorch(llvm::vfs::FileSystem& files, const clang::CompilerInvocation& compiler,
                       llvm::StringRef file);

} // namespace fx::frontend
