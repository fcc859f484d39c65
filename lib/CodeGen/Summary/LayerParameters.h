// Layers that are called as functions: torch::conv2d with a weight that the model computes from its
// parameters, as fuse-conv-bn makes them.
#pragma once

#include "fx/IR/TracedModule.h"

#include <vector>

namespace fx::codegen {

class LayerParameters {
public:
  explicit LayerParameters(const TracedModule& module);

  /// The weight and the bias of a call of a function that are parameters or computed of parameters
  /// alone. Empty: it is no layer, or is one without any.
  std::vector<const Node*> of(const Node& call) const;

private:
  bool is_parameter(const Node& node) const;

  const TracedModule& module_;
  std::vector<bool> from_parameters_; // of the forward graph, by id
};

/// Whether the weight that a function takes is used once for each place of the output, and not for
/// each row.
bool is_convolution(const Node& call);

} // namespace fx::codegen
