// Calls that write to their first operand, and those that give the same as a new tensor.
#pragma once

#include "fx/IR/Graph.h"

#include <optional>
#include <string>

namespace fx {

/// How a call is written that gives what another one writes to its first operand, with the same
/// operands.
struct FunctionalForm {
  Opcode op = Opcode::CallFunction;
  Symbol target;
  /// F::relu(x, inplace = True): without the option.
  bool by_option = false;
  /// The new tensor may be of another type than what is written to, whose elements it becomes.
  bool may_change_type = true;
  /// Backward of the new one may read the first operand, of which the call in place saves a copy.
  bool saves_operand = true;
};

/// Nothing: the call writes to more than its first operand, or no operator gives what it writes.
std::optional<FunctionalForm> functional_form(const Node& node);

} // namespace fx
