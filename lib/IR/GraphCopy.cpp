// Copying nodes and graphs; all iterative, in program order.
#include "fx/IR/Graph.h"
#include "fx/Support/Error.h"

#include <fmt/format.h>

namespace fx {

Node* Graph::node_copy(const Node& node, const std::function<Argument(Node*)>& map) {
  std::vector<Argument> args;
  args.reserve(node.args().size());
  for (const Argument& argument : node.args())
    args.push_back(argument.has_nodes() ? map_nodes(argument, map) : argument);
  std::vector<KeywordArgument> kwargs;
  kwargs.reserve(node.kwargs().size());
  for (const KeywordArgument& keyword : node.kwargs())
    kwargs.push_back(
        {keyword.name, keyword.value.has_nodes() ? map_nodes(keyword.value, map) : keyword.value});
  Node* copy = create_node(node.op(), node.target(), std::move(args), std::move(kwargs),
                           node.name(), node.type());
  copy->copy_meta_from(node);
  return copy;
}

std::optional<Argument> Graph::graph_copy(const Graph& other, ValueMap& values) {
  const auto map = [&](Node* node) {
    const auto at = values.find(node);
    if (at == values.end())
      throw GraphError(
          fmt::format("graph_copy: '{}' is used before it is defined", node->name().str()));
    return Argument(at->second);
  };
  for (Node* node : other) {
    if (values.contains(node)) continue;
    if (node->op() == Opcode::Output)
      return node->args().empty() ? Argument() : map_nodes(node->arg(0), map);
    values[node] = node_copy(*node, map);
  }
  return std::nullopt;
}

Graph Graph::clone(ValueMap* values) const {
  Graph copy;
  ValueMap local;
  ValueMap& map = values ? *values : local;
  map.reserve(size());
  const std::optional<Argument> result = copy.graph_copy(*this, map);
  if (const Node* output = result ? output_node() : nullptr) {
    Node* made = copy.create_node(Opcode::Output, output->target(), {*result}, {}, output->name(),
                                  output->type());
    made->copy_meta_from(*output);
    map[output] = made;
  }
  return copy;
}

} // namespace fx
