// A value for nodes of any graphs.
#pragma once

#include "fx/IR/Graph.h"

#include <memory>
#include <unordered_map>
#include <vector>

namespace fx {

/// An array for each graph, by the ids of its nodes: for walks over whole graphs, where a hash
/// table misses the processor's cache at each node. Memory: that of a T for every node that the
/// graph ever had.
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
      last_ = &graphs_[&node.graph()];
      *last_ = {&node.graph(), node.graph().lifetime(), {}};
      values = &last_->values;
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
      if (!values.alive.expired())
        for (T& value : values.values)
          visit(value);
  }
  /// Those of the nodes of a graph.
  void clear(const Graph& graph) {
    graphs_.erase(&graph);
    last_ = nullptr;
  }
  void clear() {
    graphs_.clear();
    last_ = nullptr;
  }

private:
  struct Values {
    const Graph* graph = nullptr;
    std::weak_ptr<const void> alive; // another graph may lie where this one did
    std::vector<T> values;
  };

  /// Null: there are none of this graph.
  std::vector<T>* values_of(const Graph& graph) const {
    if (last_ == nullptr || last_->graph != &graph) {
      const auto found = graphs_.find(&graph);
      if (found == graphs_.end()) return nullptr;
      last_ = &found->second;
    }
    return last_->alive.expired() ? nullptr : &last_->values;
  }

  mutable std::unordered_map<const Graph*, Values> graphs_;
  mutable Values* last_ = nullptr; // most questions are of the graph of the last one
};

} // namespace fx
