// What forward does with its inputs, in all modes together.
#pragma once

#include "fx/IR/TracedModule.h"

#include <algorithm>
#include <span>
#include <vector>

namespace fx::codegen {

/// Whether forward uses an input in any mode.
inline bool is_input_used(const TracedModule& module, const Node& input) {
  if (input.num_users() > 0) return true;
  if (!module.is_forward_graph(input.graph())) return false;
  return std::ranges::any_of(module.forward_graphs(), [&](const Graph* graph) {
    const auto same = graph->find_nodes(Opcode::Placeholder, input.target());
    return !same.empty() && same.front()->num_users() > 0;
  });
}

/// Which of the inputs can be left out of a call: a default needs defaults after it.
inline std::vector<bool> have_defaults(std::span<Node* const> inputs) {
  std::vector<bool> result(inputs.size());
  bool defaults = true;
  for (size_t i = inputs.size(); i-- > 0;)
    result[i] = defaults = defaults && !inputs[i]->args().empty();
  return result;
}

} // namespace fx::codegen
