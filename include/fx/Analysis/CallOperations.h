// What each call of a graph computes, whatever way it is spelled: fx/Ops/Operations.h.
#pragma once

#include "fx/IR/TracedModule.h"
#include "fx/Ops/Operations.h"

#include <optional>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace fx {

/// Found in one walk over the graph. It describes the graph as it is now.
class CallOperations {
public:
  static constexpr std::string_view analysis_name = "operations";
  CallOperations(const Graph& graph, const TracedModule& module);

  /// Null when the call is no operation, or several; and for a node that was added since.
  const ops::Operation* of(const Node& node) const {
    return node.id() < operations_.size() && operations_[node.id()] ? &*operations_[node.id()]
                                                                    : nullptr;
  }
  /// The calls of an operator, in the order of the program.
  const std::vector<Node*>& named(std::string_view operation) const;

  /// Whether both say the same of all nodes of `graph`.
  bool agrees_with(const CallOperations& other, const Graph& graph) const;

private:
  std::vector<std::optional<ops::Operation>> operations_; // by id
  std::unordered_map<std::string_view, std::vector<Node*>> named_;
};

} // namespace fx
