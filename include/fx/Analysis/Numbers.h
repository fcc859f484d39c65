// Which values of a graph are numbers and not tensors: sizes, what is computed from sizes, flags;
// and which of them cannot be negative.
#pragma once

#include "fx/IR/TracedModule.h"

#include <string_view>
#include <vector>

namespace fx {

/// Found in one walk over the graph. It keeps neither the model nor the graph.
class NumberAnalysis {
public:
  static constexpr std::string_view analysis_name = "numbers";
  NumberAnalysis(const Graph& graph, const TracedModule& module);

  /// Whether the value is known to be a number, a string, or a list of such. False for nodes that
  /// were added since.
  bool is_number(const Node& node) const {
    return node.id() < numbers_.size() && numbers_[node.id()];
  }

  /// Whether the value is known to be a number that is not negative, or a list of such.
  bool is_non_negative(const Node& node) const {
    return node.id() < non_negative_.size() && non_negative_[node.id()];
  }

  /// Whether both say the same of all nodes of `graph`.
  bool agrees_with(const NumberAnalysis& other, const Graph& graph) const;

private:
  std::vector<bool> numbers_, non_negative_; // by id
};

} // namespace fx
