// Which LibTorch a file includes, and where it lies.
#pragma once

#include "fx/Ops/Headers.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/VirtualFileSystem.h"

namespace clang {
class HeaderSearchOptions;
}

namespace fx::frontend {

/// The include folders of the LibTorch at `folder`: an unpacked archive (include/), the package
/// torch of a Python, or a folder of headers itself. Not whole when there is none.
ops::HeaderFolders find_libtorch_at(llvm::vfs::FileSystem& files, llvm::StringRef folder);

/// The LibTorch that a compile command names, whose folders become system folders of the command.
/// One that is `wanted` (SessionOptions::libtorch) takes its place. A command that names none gets,
/// in this order, that of the environment's TORCH_INSTALL_PREFIX, that of the Python environment
/// that is active (VIRTUAL_ENV, CONDA_PREFIX), or the system's.
ops::HeaderFolders set_libtorch(llvm::vfs::FileSystem& files, clang::HeaderSearchOptions& options,
                                llvm::StringRef wanted);

} // namespace fx::frontend
