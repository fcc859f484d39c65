// A traced model: module tree, forward graph, and the graph that computes its initial tensors.
// The one value that travels from the frontend through passes to the emitters
// (torch/fx/graph_module.py `GraphModule`).
#pragma once

#include "fx/IR/Graph.h"
#include "fx/IR/ModuleTree.h"

#include <string>

namespace fx {

struct GraphModule {
  /// The C++ class the model was traced from, without TORCH_MODULE's "Impl": "Net".
  std::string class_name;
  /// True when modules were traced as in training mode (--mode=train).
  bool training = false;
  ModuleTree modules;
  /// Computes what the constructor stores in parameters and buffers: no placeholders, no output;
  /// TensorSlot::init points into it.
  Graph init;
  Graph graph;
};

} // namespace fx
