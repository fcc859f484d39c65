// Which values of a graph are numbers, and no tensors: sizes, what is computed from sizes, flags.
#pragma once

#include "fx/IR/GraphModule.h"

#include <vector>

namespace fx {

/// Found in one walk over the graph. Neither model nor graph is kept.
class NumberAnalysis {
public:
  NumberAnalysis(const Graph& graph, const GraphModule& module);

  /// Whether the value is known to be a number, a string, or a list of such. False for nodes that
  /// were added since.
  bool is_number(const Node& node) const {
    return node.id() < numbers_.size() && numbers_[node.id()];
  }

private:
  std::vector<bool> numbers_; // by id
};

} // namespace fx
