#include "fx/Analysis/Liveness.h"

#include <algorithm>

namespace fx {

Liveness::Liveness(const Graph& graph) : last_users_(graph.id_limit()) {
  for (const Node* node : graph)
    for (const Node* input : node->input_nodes())
      last_users_[input->id()] = node;
}

bool Liveness::agrees_with(const Liveness& other, const Graph& graph) const {
  return std::ranges::all_of(
      graph, [&](const Node* node) { return last_user(*node) == other.last_user(*node); });
}

std::vector<const Node*> Liveness::last_uses(const Node& node) const {
  std::vector<const Node*> values;
  for (const Node* input : node.input_nodes())
    if (last_user(*input) == &node) values.push_back(input);
  return values;
}

} // namespace fx
