// The options of live modules of torch::nn, as graphs have them.
#pragma once

#include "fx/IR/ModuleTree.h"
#include "fx/Ops/LibTorch.h"

#include <torch/nn/module.h>

#include <functional>
#include <string>
#include <vector>

namespace fx::runtime {

/// "torch::nn::Conv2d", by its very class; empty for every other class.
std::string torch_holder(const torch::nn::Module& module);
/// Whether it is of a class of torch::nn that a graph calls as a whole: no Sequential.
bool is_torch_leaf(const torch::nn::Module& module);

/// The node of the init graph that makes a tensor among the options.
using TensorNode = std::function<Argument(const at::Tensor&)>;

/// The options of a module of torch::nn that are not their defaults. RuntimeError: there is one
/// that a graph cannot say; `path` is where the module stands.
std::vector<ModuleOption> live_options(const torch::nn::Module& module,
                                       const ops::LibTorch& libtorch, const std::string& path,
                                       const TensorNode& tensor_node);
/// The same with those that are their defaults.
std::vector<ModuleOption> all_live_options(const torch::nn::Module& module,
                                           const ops::LibTorch& libtorch, const std::string& path,
                                           const TensorNode& tensor_node);

} // namespace fx::runtime
