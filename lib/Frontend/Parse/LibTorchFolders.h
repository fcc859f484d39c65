// Which LibTorch a file includes, and where it lies.
#pragma once

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/VirtualFileSystem.h"

#include <string>

namespace clang {
class HeaderSearchOptions;
}

namespace fx::frontend {

/// The include folders of one LibTorch.
struct LibTorchFolders {
  std::string api;  // "torch/torch.h" lies in it
  std::string base; // "ATen/ATen.h" lies in it

  /// Whether both were found: not a folder with just a torch/torch.h in it.
  bool are_whole() const { return !api.empty() && !base.empty(); }
};

/// The include folders of the LibTorch at `folder`: an unpacked archive (include/), the package
/// torch of a Python, or a folder of headers itself. Not whole when there is none.
LibTorchFolders find_libtorch_at(llvm::vfs::FileSystem& files, llvm::StringRef folder);

/// The LibTorch that a compile command names, whose folders become system folders of the command.
/// One that is `wanted` (SessionOptions::libtorch) takes its place. A command that names none gets,
/// in this order, that of the environment's TORCH_INSTALL_PREFIX, that of the Python environment
/// that is active (VIRTUAL_ENV, CONDA_PREFIX), or the system's.
LibTorchFolders set_libtorch(llvm::vfs::FileSystem& files, clang::HeaderSearchOptions& options,
                             llvm::StringRef wanted);

} // namespace fx::frontend
