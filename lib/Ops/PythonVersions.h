// Which torch of Python a table is about. A table that has several has the rows of torch 1.13, and
// of each later torch those that differ (utils/torch_tables.py); they hold until the next one.
#pragma once

#include "fx/Ops/LibTorchVersion.h"

namespace fx::ops {

enum class PythonTorch { V1_13, V2_6 };

/// The one whose rows are right for a version. From 2.0 on it is the next one.
inline PythonTorch python_torch(LibTorchVersion version) {
  return version.major < 2 ? PythonTorch::V1_13 : PythonTorch::V2_6;
}

/// The first of two results that there is: what `find` has in the rows of this torch, then in those
/// before it.
template <class Find>
auto find_in_versions(LibTorchVersion version, const Find& find) {
  if (python_torch(version) == PythonTorch::V2_6)
    if (auto found = find(PythonTorch::V2_6)) return found;
  return find(PythonTorch::V1_13);
}

} // namespace fx::ops
