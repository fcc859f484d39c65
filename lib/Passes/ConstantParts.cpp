#include "fx/Passes/ConstantParts.h"

#include "fx/IR/Meta.h"
#include "fx/IR/TracedModule.h"

#include <ranges>

namespace fx {

bool is_weight(const TracedModule& module, const Node& attribute) {
  const TensorSlot* slot = module.modules.find_tensor(attribute.target());
  return slot == nullptr || (slot->init != nullptr && slot->persistent);
}

std::vector<Node*> copy_constants(std::span<Node* const> nodes, std::span<Node* const> values,
                                  Graph& to) {
  Graph::ValueMap copies;
  for (const Node* node : nodes)
    copies[node] = to.node_copy(*node, [&](Node* input) -> Argument { return copies.at(input); });
  std::vector<Node*> results;
  results.reserve(values.size());
  for (const Node* value : values)
    results.push_back(copies.at(value));
  return results;
}

void replace_constants(std::span<Node* const> nodes, std::span<Node* const> values,
                       std::span<const Symbol> paths) {
  for (size_t i = 0; i < values.size(); ++i) {
    Node* value = values[i];
    const Graph::InsertPoint here = value->graph().inserting_before(value);
    Node* attribute = value->graph().get_attr(paths[i]);
    attribute->copy_meta_from(*value);
    attribute->erase_meta(meta::syntax);
    value->replace_all_uses_with(attribute);
  }
  for (Node* node : nodes | std::views::reverse)
    if (node->num_users() == 0) node->graph().erase_node(node);
}

} // namespace fx
