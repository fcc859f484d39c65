// The version of a LibTorch, as torch/version.h says it.
#pragma once

#include <compare>

namespace fx::ops {

struct LibTorchVersion {
  int major = 0;
  int minor = 0;
  int patch = 0;

  friend auto operator<=>(const LibTorchVersion&, const LibTorchVersion&) = default;
};

} // namespace fx::ops
