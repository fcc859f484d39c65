// What a graph costs to run: multiply-adds, elements, bytes, and the memory that it needs at once.
//
// Counted from shapes (meta::tensor_meta: --input, shape-prop), as torch.utils.flop_counter and
// fvcore count them. What is not known is named and counted, and never taken for nothing.
#pragma once

#include "fx/IR/TracedModule.h"
#include "fx/Support/Count.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fx {

/// Of one node.
struct NodeCost {
  /// What is not known of it.
  enum class Unknown : uint8_t {
    Nothing,
    Shape,  // its own, or that of an operand
    Rule,   // how an operator of this name computes
    Module, // what runs inside of a graph module, or of a class of the program's own
  };

  /// Of convolutions, matrix products, attention and recurrent layers, without what a bias adds:
  /// fvcore's flops, and half of torch's FlopCounterMode's.
  Count multiply_adds;
  /// Elements that other operators compute or combine: one for each of the result, of what a
  /// reduction, a normalisation or a softmax takes, and of the windows of a pooling. Not an
  /// addition to multiply_adds: what an element takes differs from operator to operator.
  Count elements;
  /// Of operands, parameters and buffers, each once; of results. Views read and write nothing.
  Count bytes_read, bytes_written;
  /// What the values hold that are there while it runs, its own and those that a later node uses:
  /// not the inputs, parameters and buffers. Kernels may need more while they run.
  Count live_bytes;
  Unknown unknown = Unknown::Nothing;

  friend bool operator==(const NodeCost&, const NodeCost&) = default;
};

/// Of all nodes of a graph in the mode in which it runs, in evaluation where it runs in both. A
/// program that frees each value behind its last use is assumed, as torch.fx's Interpreter does.
/// Linear in the size of the graph. To look into graph modules: inline-modules.
class CostAnalysis {
public:
  static constexpr std::string_view analysis_name = "cost";
  CostAnalysis(const Graph& graph, const TracedModule& module);

  /// Of a node that was there.
  const NodeCost& of(const Node& node) const { return costs_[node.id()]; }

  /// Sums over the nodes; live_bytes is the largest, and `unknown` the first of them.
  const NodeCost& total() const { return total_; }
  /// The nodes of which something is not known: the totals are without it.
  const std::vector<const Node*>& unknown() const { return unknown_; }
  /// Where live_bytes is largest; null for an empty graph.
  const Node* peak() const { return peak_; }
  /// Whether an operator that may return its operand, or a copy, was taken to copy: live_bytes may
  /// be too much.
  bool is_peak_a_bound() const { return is_peak_a_bound_; }
  /// Bytes of the graph's inputs.
  Count input_bytes() const { return input_bytes_; }

  /// Whether both say the same of all nodes of `graph`.
  bool agrees_with(const CostAnalysis& other, const Graph& graph) const;

private:
  class Counting;
  std::vector<NodeCost> costs_; // by id
  NodeCost total_;
  std::vector<const Node*> unknown_;
  const Node* peak_ = nullptr;
  bool is_peak_a_bound_ = false;
  Count input_bytes_;
};

/// Elements and bytes of the parameters and buffers of a model, each tensor once.
struct ModelSize {
  Count parameters, trainable, parameter_bytes, buffer_bytes;
  /// The path of a module whose tensors are not known: the sums are without them.
  std::optional<std::string> unknown = {};
};
ModelSize model_size(const TracedModule& module);

/// How many elements a tensor has, and bytes; bytes of an unknown type are 0.
Count num_elements(const TensorMeta& tensor);
Count num_bytes(const TensorMeta& tensor);

} // namespace fx
