// The part of a graph that depends on parameters, buffers and literals alone, and may be computed
// once instead of in every run (torch.fx: the constant nodes of experimental/const_fold.py, which
// also takes random numbers and memory that is written to later).
//
// A node is constant when all its operands are, and
// - computing its value is all it does, in training and in evaluation: no random number, no written
//   operand, no state, no assertion, and nothing unknown;
// - nothing in the graph may write to the memory of its value: neither before nor later, nor
// through
//   a view of it, nor through the input of a caller who passes a parameter;
// - it stands in no region of another mode (no_grad, autocast), and asks for no mode;
// - it does not ask for the gradient of a tensor.
// What comes from outside of the graph is for who uses this to notice: parameters that are written
// between two runs, and modes in which the whole graph runs.
#pragma once

#include "fx/IR/TracedModule.h"

#include <functional>
#include <vector>

namespace fx {

struct ConstantSubgraphOptions {
  /// Whether calls of modules may be constant.
  bool call_modules = true;
  /// Nodes for which it says true are not constant. Null: there are none.
  std::function<bool(const Node&)> skip = {};
};

/// Found in two walks over the graph. It describes the graph as it is now, and refers to it.
class ConstantSubgraph {
public:
  using Options = ConstantSubgraphOptions;

  /// `module`: the model whose modules the graph calls; null: calls of modules are unknown, and may
  /// write to any parameter.
  explicit ConstantSubgraph(const Graph& graph, const TracedModule* module = nullptr,
                            const Options& options = {});

  /// The values to be kept: constant, each one tensor, and used by nodes that are not. In program
  /// order. Neither attributes nor views of them, which cost nothing, are among them, nor what the
  /// graph returns, or a view of which it returns: each run gives its caller memory of its own.
  const std::vector<Node*>& values() const { return values_; }
  /// Those that `values()` are computed with, themselves included. In program order.
  const std::vector<Node*>& nodes() const { return nodes_; }
  /// Whether there is nothing to compute once.
  bool empty() const { return values_.empty(); }

private:
  std::vector<Node*> values_, nodes_;
};

} // namespace fx
