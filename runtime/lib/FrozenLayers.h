// Which calls of a live graph are convolutions and linear layers with weights that do not change,
// whatever way they are spelled.
#pragma once

#include "LiveOperations.h"

#include "fx/Runtime/GraphModule.h"

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace fx::runtime {

/// A convolution over two dimensions, or a linear layer, whose weights do not change.
struct FrozenLayer {
  at::Tensor weight;
  c10::optional<at::Tensor> bias;
  std::vector<int64_t> stride, padding, dilation; // empty: a linear layer
  int64_t groups = 1;
  bool has_relu = false;

  bool is_linear() const { return stride.empty(); }
};
/// The layer that a call is; nothing: it is none, or its weights are no constants of the module.
std::optional<FrozenLayer> frozen_layer(const Node& call, const ops::Operation& operation,
                                        const LiveOperations& operations);

/// One of them, and the ReLU that alone uses its result.
struct LayerCall {
  Node* call;
  Node* relu; // null: there is none
  Node* input;
  FrozenLayer layer;
};

/// A module of its own: what the graph refers to, as it is now, in evaluation.
GraphModule frozen(const GraphModule& module);

/// Takes new calls into the places of layers, and knows what stands for those that are gone.
class ReplacedLayers {
public:
  /// The node in the place of one of the graph as it was.
  Node* now(Node* node) const {
    const auto found = nodes_.find(node);
    return found == nodes_.end() ? node : found->second;
  }
  /// Erases the call and its ReLU.
  void replace(Graph& graph, const LayerCall& layer, Node* by);
  bool empty() const { return nodes_.empty(); }

private:
  std::unordered_map<const Node*, Node*> nodes_;
};

/// "prefix_0", or the first of this kind that the module does not have.
std::string free_path(const GraphModule& module, std::string_view prefix);

/// In the order of the program. None where weights may be written to: writes_to_weights().
std::vector<LayerCall> frozen_layers(const GraphModule& module);
/// Whether the graph may write to what is no input and not its own, or calls what may.
bool writes_to_weights(const GraphModule& module);

} // namespace fx::runtime
