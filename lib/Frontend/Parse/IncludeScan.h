// What a file includes, as Clang's scanner of directives finds it: whatever the conditions are, and
// well under a millisecond.
#pragma once

#include "clang/Frontend/CompilerInvocation.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/VirtualFileSystem.h"

#include <string>
#include <vector>

namespace fx::frontend {

struct Include {
  llvm::StringRef name; // empty: a macro says it
  bool quoted = false;

  bool is_computed() const { return name.empty(); }
};

/// The headers that a text includes, whatever its conditions are; names point into it.
std::vector<Include> includes_of(llvm::StringRef text);

/// Whether the precompiled header is worth having: true when `file`, or a file of the user's own
/// that it includes, includes a header of LibTorch, or `file` one that a macro names.
bool includes_libtorch(llvm::vfs::FileSystem& files, const clang::CompilerInvocation& compiler,
                       llvm::StringRef file);

/// The header of libfx-runtime that `file`, or a file of the user's own that it includes, includes
/// first; empty: none.
std::string runtime_header_of(llvm::vfs::FileSystem& files,
                              const clang::CompilerInvocation& compiler, llvm::StringRef file);

} // namespace fx::frontend
