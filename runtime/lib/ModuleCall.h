// Calls of modules.
#pragma once

#include "Call.h"

#include <torch/nn/module.h>

namespace fx::runtime {

/// Calls `module` with the operands of `node`: as the class was registered, as a GraphModule, or as
/// what torch::nn has of that name. RuntimeError: nothing is known of the class.
Value call_module(const torch::nn::Module& module, const Node& node, Operands operands);

} // namespace fx::runtime
