// How the operands of a call fall on the parameters of an operator.
#pragma once

#include "fx/IR/Node.h"
#include "fx/Ops/Schema.h"

#include <optional>
#include <vector>

namespace fx::ops {

/// For each operand of a call (args first, then kwargs) the number of its parameter; -1 for
/// `requires_grad`, which Python's factories take and no schema has. Several operands fall on one
/// int list that was spread: x.view(2, 3).
using Binding = std::vector<int>;

/// The binding of a call_function or call_method to an overload; nothing when the call cannot mean
/// it: too many operands, an unknown keyword, a parameter given twice or not at all, a literal that
/// no value of the parameter's type is. A node may be anything.
std::optional<Binding> bind_call(const Node& node, const Schema& schema);

/// The operands of a node in the order of their numbers.
inline const Argument& operand(const Node& node, size_t index) {
  return index < node.args().size() ? node.arg(index)
                                    : node.kwargs()[index - node.args().size()].value;
}

} // namespace fx::ops
