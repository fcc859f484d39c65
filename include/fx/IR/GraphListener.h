// Listeners that are told what happens to a graph (torch.fx:
// GraphModule._register_create_node_hook, _register_erase_node_hook and _set_replace_hook).
#pragma once

namespace fx {

class Argument;
class Node;

/// Derive from it, and Graph::add_listener. A listener must not change the graph, and has to be
/// removed before it dies.
class GraphListener {
public:
  virtual ~GraphListener() = default;
  /// The node stands in the graph, with its arguments.
  virtual void node_created(Node&) {}
  /// Before it is erased; nothing uses it.
  virtual void node_erased(Node&) {}
  /// Before `user` takes `replacement` in the place of `old` (Node::replace_all_uses_with).
  virtual void node_replaced(Node& /*old*/, Node& /*replacement*/, Node& /*user*/) {}
  /// The same of a replacement that is no node: a literal, or an aggregate, which may hold nodes.
  virtual void node_replaced_by_value(Node& /*old*/, const Argument& /*value*/, Node& /*user*/) {}
};

} // namespace fx
