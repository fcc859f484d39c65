// Modes of computing that a graph enters and leaves, as Python's `with` does:
//
//   %no_grad = call_function[target=torch.no_grad]()
//   %enter = call_method[target=__enter__](args = (%no_grad,))
//   %exit = call_method[target=__exit__](args = (%no_grad, None, None, None))
#pragma once

#include "fx/IR/Graph.h"

#include <optional>
#include <unordered_set>

namespace fx::codegen {

enum class Guard : uint8_t { NoGrad, EnableGrad, SetGradEnabled, InferenceMode, Autocast };

/// What a call makes; nothing when it is no guard.
std::optional<Guard> guard_of(const Node& call);
/// The call that made what the node enters, or leaves; null when the node does not.
const Node* entered_guard(const Node& node);
const Node* left_guard(const Node& node);

/// The guards of a graph that can be written as blocks: each is entered once and left once, what is
/// entered last is left first, and all are left when the graph returns. Empty when some cannot.
std::unordered_set<const Node*> guard_blocks(const Graph& graph);

/// The operand of that position or name; null when it is not given.
const Argument* guard_operand(const Node& call, size_t index, std::string_view name);

} // namespace fx::codegen
