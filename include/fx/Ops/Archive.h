// TorchScript archives: source and weights in the file that torch::jit::load reads.
//
// LibTorch writes them, so this too is behind the plugin; see fx/Ops/Kernels.h.
#pragma once

#include "fx/IR/TracedModule.h"
#include "fx/Support/Error.h"

#include <memory>
#include <string>

namespace fx::ops {

class Archiver {
public:
  virtual ~Archiver() = default;

  /// The bytes of an archive. `source`: what emit_torchscript wrote for `module`. `weights`: a file
  /// that C++'s torch::save(module, file) wrote, or a TorchScript archive; empty: the initial
  /// values, LibTorch's own for its modules and what the constructor says for the model's.
  /// Error: the file cannot be read or does not fit the model (the notes name the tensors); a value
  /// cannot be computed.
  virtual Expected<std::string> archive(const TracedModule& module, const std::string& source,
                                        const std::string& weights) = 0;
};

/// Opens the plugin in `file`. Error: it cannot be loaded, or is of another version.
Expected<std::shared_ptr<Archiver>> load_archiver(const std::string& file);

} // namespace fx::ops
