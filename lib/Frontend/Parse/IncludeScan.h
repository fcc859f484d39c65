// What a file includes, found by reading its text: no preprocessor, well under a millisecond.
#pragma once

#include "clang/Frontend/CompilerInvocation.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/VirtualFileSystem.h"

#include <string>
#include <vector>

namespace fx::frontend {

struct Include {
  llvm::StringRef name;
  bool quoted = false;
};

/// The headers that a text includes, whatever its conditions are; names point into it.
std::vector<Include> includes_of(llvm::StringRef text);

/// Whether the precompiled header is worth having: true when `file`, or a file of the user's own
/// that it includes, includes a header of LibTorch.
bool includes_libtorch(llvm::vfs::FileSystem& files, const clang::CompilerInvocation& compiler,
                       llvm::StringRef file);

/// The header of libfx-runtime that `file`, or a file of the user's own that it includes, includes
/// first; empty: none.
std::string runtime_header_of(llvm::vfs::FileSystem& files,
                              const clang::CompilerInvocation& compiler, llvm::StringRef file);

} // namespace fx::frontend
