// A value for nodes of any graphs.
#pragma once

#include "fx/IR/Graph.h"

#include <memory>
#include <unordered_map>
#include <vector>

namespace fx {

/// An array for each graph, by the ids of its nodes: for walks over whole graphs, where a hash
/// table misses the processor's cache at each node. Memory: that of a T for every node that the
/// graph ever had. A graph that is made in the place of one that died has its values.
template <class T>
class NodeTable {
public:
  /// Null: nothing was ever set for the node or one behind it.
  const T* find(const Node& node) const {
    const std::vector<T>* values = values_of(node.graph());
    return values != nullptr && node.id() < values->size() ? &(*values)[node.id()] : nullptr;
  }
  /// The value to write to, at first T(). Valid until that of another node of the graph is asked
  /// for.
  T& operator[](const Node& node) {
    std::vector<T>* values = values_of(node.graph());
    if (values == nullptr) {
      last_graph_ = &node.graph();
      auto& made = graphs_[last_graph_];
      made = std::make_unique<std::vector<T>>();
      last_values_ = values = made.get();
    }
    if (node.id() >= values->size()) {
      if (values->capacity() <= node.id()) values->reserve(node.id() + node.graph().size() + 1);
      values->resize(node.id() + 1);
    }
    return (*values)[node.id()];
  }
  template <class Visit>
  void for_each(const Visit& visit) {
    for (auto& [graph, values] : graphs_)
      for (T& value : *values)
        visit(value);
  }
  /// Those of the nodes of a graph.
  void clear(const Graph& graph) {
    graphs_.erase(&graph);
    last_graph_ = nullptr;
  }
  void clear() {
    graphs_.clear();
    last_graph_ = nullptr;
  }

private:
  std::vector<T>* values_of(const Graph& graph) const {
    if (last_graph_ == &graph) return last_values_;
    const auto found = graphs_.find(&graph);
    if (found == graphs_.end()) return nullptr;
    last_graph_ = &graph;
    return last_values_ = found->second.get();
  }

  std::unordered_map<const Graph*, std::unique_ptr<std::vector<T>>> graphs_;
  // Most questions are of the graph of the last one.
  mutable const Graph* last_graph_ = nullptr;
  mutable std::vector<T>* last_values_ = nullptr;
};

} // namespace fx
