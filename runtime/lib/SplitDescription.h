// A live graph with what analyses ask of its modules, for passes that take parts of it.
#pragma once

#include "fx/Runtime/GraphModule.h"

#include <unordered_map>

namespace fx::runtime {

/// A copy of the graph of the mode in which a module is. Modules that describe() does not know may
/// have any effect, and do nothing worse than to keep the order.
class SplitDescription {
public:
  explicit SplitDescription(const GraphModule& module);

  TracedModule& model() { return model_; }
  const TracedModule& model() const { return model_; }
  /// In which modes what is made of the graph may run.
  Modes modes() const { return modes_; }
  /// The copy of a node. RuntimeError: it is not of the graph.
  Node* copy_of(const Node* node) const;
  const Node* original(const Node* copy) const { return originals_.at(copy); }

private:
  TracedModule model_;
  Modes modes_;
  std::unordered_map<const Node*, Node*> copies_;
  std::unordered_map<const Node*, const Node*> originals_;
};

/// What a graph uses of a module, by other paths: those of `path_of`.
AttributeMap attributes_of(const GraphModule& module, const Graph& graph,
                           const std::function<std::string(const Node&)>& path_of);

} // namespace fx::runtime
