// What running a torch.nn module or a function of torch.nn.functional does besides computing its
// value. Operators have their schemas for that (fx/Ops/Schema.h).
//
// Data: lib/Ops/generated/PythonEffects*.def, written by utils/gen-effects.py from the installed
// Python torch. `torch` is its version.
#pragma once

#include "fx/Ops/LibTorchVersion.h"

#include <string_view>

namespace fx::ops {

struct PythonEffects {
  std::string_view name; // "Dropout", "dropout"
  bool random_in_training;
  bool random_in_eval;
  bool writes_state_in_training; // running statistics, renormalised weights
  bool writes_state_in_eval;
  bool has_inplace;     // writes its input when the option or argument `inplace` is on
  bool may_alias_input; // what it returns may be its input, or a view of it
  /// The parameter without which it writes nothing: "max_norm"; empty when there is none.
  std::string_view writes_switch;
};

/// "Dropout", "torch::nn::Dropout"; null when nothing is known: the caller takes it for impure. A
/// user's class of the same name, without a namespace, is for the caller to tell apart.
const PythonEffects* find_module_effects(std::string_view holder, LibTorchVersion torch);
/// "torch.nn.functional.dropout"; null when nothing is known.
const PythonEffects* find_functional_effects(std::string_view target, LibTorchVersion torch);

} // namespace fx::ops
