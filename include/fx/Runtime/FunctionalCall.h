// A module as a function of its parameters and buffers: torch.func.functional_call
// (torch/_functorch/functional_call.py), which LibTorch does not have in C++.
//
//     torch::Tensor w = torch::randn({1, 1}, torch::requires_grad());
//     fx::functional_call(traced, {{"linear.weight", w}}, {x}).toTensor().sum().backward();
//     w.grad();                                       // and the module's own weight has none
#pragma once

#include "fx/Runtime/GraphModule.h"

#include <map>
#include <string>

namespace fx {

/// What module.run(args) gives where the tensors stand in the place of the parameters and buffers
/// of these names. The module's own are neither read nor written: gradients go to those that are
/// given, and what a batch norm counts goes into a buffer that is given. What the module shares
/// under two names is replaced in both. Several threads may call it, with tensors of their own.
///
/// RuntimeError: the module has no parameter or buffer of a name, and which it has; a tensor has
/// other sizes, another dtype or device than the one that it stands for; two tensors stand for one;
/// the tensor is of a module of the program's own that is called as one node.
Value functional_call(const GraphModule& module,
                      const std::map<std::string, torch::Tensor>& parameters_and_buffers,
                      Args args);

} // namespace fx
