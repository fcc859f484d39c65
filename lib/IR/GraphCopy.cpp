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
  // Names are legal and unique already, and ids count from 0: the fast way of graph_copy.
  Graph copy;
  copy.names_ = names_;
  copy.libtorch_ = libtorch_;
  std::vector<Node*> made(next_id_);
  const auto map = [&](Node* node) {
    Node* found = node->graph_ == this ? made[node->id_] : nullptr;
    if (found == nullptr)
      throw GraphError(fmt::format("clone: '{}' is used before it is defined", node->name_.str()));
    return Argument(found);
  };
  const auto map_argument = [&](const Argument& argument) {
    if (argument.is_node()) return map(argument.as_node());
    return argument.has_nodes() ? map_nodes(argument, map) : argument;
  };
  if (values != nullptr) values->reserve(size_);
  for (const Node* node : *this) {
    std::vector<Argument> args;
    args.reserve(node->num_args_);
    for (const Argument& argument : node->args())
      args.push_back(map_argument(argument));
    std::vector<KeywordArgument> kwargs;
    for (const KeywordArgument& keyword : node->kwargs())
      kwargs.push_back({keyword.name, map_argument(keyword.value)});
    Node* twin = copy.create_named(node->op_, node->target_, std::move(args), std::move(kwargs),
                                   node->name_, node->type_);
    twin->copy_meta_from(*node);
    made[node->id_] = twin;
    if (values != nullptr) (*values)[node] = twin;
  }
  return copy;
}

} // namespace fx
