// Which torch of Python a table is about. A table that has several has the rows of torch 1.13, and
// of each later torch those that differ (utils/torch_tables.py); they hold until the next one.
#pragma once

#include "fx/Ops/LibTorchVersion.h"

#include <cstdint>

namespace fx::ops {

enum class PythonTorch : uint8_t { V113, V26 };

/// The one whose rows are right for a version. From 2.0 on it is the next one.
inline PythonTorch python_torch(LibTorchVersion version) {
  return version.major < 2 ? PythonTorch::V113 : PythonTorch::V26;
}

inline LibTorchVersion version_of(PythonTorch torch) {
  return torch == PythonTorch::V113 ? LibTorchVersion{1, 13, 0} : LibTorchVersion{2, 6, 0};
}

/// The first of two results that there is: what `find` has in the rows of this torch, then in those
/// before it.
template <class Find>
auto find_in_versions(LibTorchVersion version, const Find& find) {
  if (python_torch(version) == PythonTorch::V26)
    if (auto found = find(PythonTorch::V26)) return found;
  return find(PythonTorch::V113);
}

} // namespace fx::ops
