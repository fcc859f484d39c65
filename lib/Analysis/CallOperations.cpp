#include "fx/Analysis/CallOperations.h"

#include <algorithm>

namespace fx {

CallOperations::CallOperations(const Graph& graph, const TracedModule& module)
    : operations_(graph.id_limit()) {
  const Modes modes = module.modes_of(graph);
  for (Node* node : graph) {
    std::optional<ops::Operation>& operation = operations_[node->id()];
    operation = ops::operation_of(*node, module, modes);
    if (operation) named_[operation->name].push_back(node);
  }
}

const std::vector<Node*>& CallOperations::named(std::string_view operation) const {
  static const std::vector<Node*> none;
  const auto found = named_.find(operation);
  return found == named_.end() ? none : found->second;
}

bool CallOperations::agrees_with(const CallOperations& other, const Graph& graph) const {
  return std::ranges::all_of(graph, [&](const Node* node) {
    const ops::Operation* mine = of(*node);
    const ops::Operation* others = other.of(*node);
    return mine == nullptr || others == nullptr ? mine == others : *mine == *others;
  });
}

} // namespace fx
