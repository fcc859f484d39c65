// Which calls of a live graph are convolutions and linear layers with weights that do not change,
// whatever way they are spelled.
#pragma once

#include "PrepackedModules.h"

#include "fx/Runtime/GraphModule.h"

#include <vector>

namespace fx::runtime {

/// One of them, and the ReLU that alone uses its result.
struct LayerCall {
  Node* call;
  Node* relu; // null: there is none
  Node* input;
  FrozenLayer layer;
};

/// In the order of the program.
std::vector<LayerCall> frozen_layers(const GraphModule& module);
/// Whether something is written to that is a view or a copy by how a tensor lies in memory:
/// h.reshape({-1}).add_(1).
bool writes_by_layout(const GraphModule& module);

} // namespace fx::runtime
