// Calls of modules.
#pragma once

#include "Call.h"

#include <torch/nn/module.h>

namespace fx_kernels {
struct ModuleCalls;
} // namespace fx_kernels

namespace fx::runtime {

/// What is known of a class of torch::nn; null for every other class, derived ones too.
const fx_kernels::ModuleCalls* torch_calls(const torch::nn::Module& module);

/// Calls `module` with the operands of `node`: as the class was registered, as a GraphModule, or as
/// what torch::nn has of that name. RuntimeError: nothing is known of the class.
Value call_module(const torch::nn::Module& module, const Node& node, Operands operands);

} // namespace fx::runtime
