// What generated C++ needs and LibTorch does not have: written into the class that uses it.
#pragma once

#include "../Identifiers.h"

#include "fx/Ops/LibTorchVersion.h"

#include <string>
#include <string_view>

namespace fx::codegen {

/// Which of them forward and the constructor use.
struct CppHelpers {
  /// They are written into a function, which may have classes and no functions of its own.
  bool is_local = false;
  bool floor_division = false;       // python_floordiv
  bool float_floor_division = false; // python_floordiv_float
  bool modulo = false;               // python_mod
  bool float_modulo = false;         // python_mod_float
  bool autocast = false;             // Autocast
  bool autocast_settings = false;    // at::autocast::is_cpu_enabled: a header

  /// The definitions, as members of a class; or as statements, when is_local. `libtorch` is the
  /// version that will compile them: "2.6.0".
  std::string definitions(ops::LibTorchVersion libtorch) const;
  /// Headers besides <torch/torch.h>, each a line.
  std::string includes() const;
  /// Takes the names in a scope that sees the class.
  static void reserve(Identifiers& scope);
};

} // namespace fx::codegen
