// A function as LibTorch's own operators: torch.fx's make_fx
// (torch/fx/experimental/proxy_tensor.py).
//
//     fx::GraphModule aten = fx::make_fx(
//         [](torch::Tensor x) { return torch::autograd::grad({x.sin().sum()}, {x})[0]; },
//         {torch::randn({3}, torch::requires_grad())});
//     aten->graph();       // aten.sin, aten.sum, aten.ones_like, aten.expand, aten.cos, aten.mul
//
// symbolic_trace() records what a program calls, as it is written. This records what comes out
// below autograd: operators that are made of others are taken apart (linear is t and addmm),
// modules are entered, and backward is a part of the graph where the function runs it. Every node
// is a call_function of torch.ops.aten.NAME.OVERLOAD.
#pragma once

#include "fx/Runtime/Decompose.h"
#include "fx/Runtime/SymbolicTrace.h"

#include <string>
#include <utility>
#include <vector>

namespace fx {

struct MakeFxOptions {
  /// Rules for operators, "aten::silu" or "aten::add.Tensor", that are asked while the function is
  /// traced (make_fx's decomposition_table); what they compute is taken apart in turn, but no rule
  /// applies to what it made itself. Operators that write to an operand have none.
  DecompositionTable decompositions = {};
  /// The graph writes to no memory but, at its end and by copy_, to inputs that the function writes
  /// to: LibTorch's functionalization (torch.func.functionalize, with views as such).
  bool functionalize = false;
  /// Names of the placeholders, as in TraceOptions.
  std::vector<std::string> input_names = {};
  /// Nodes have the modules that computed them, outermost first (meta::module_stack): those of
  /// torch::nn but norms, and the program's own that are called by fx::call.
  bool record_module_stack = false;
};

/// Traces the function for inputs of these sizes, types and devices, which are not computed with;
/// those that require a gradient do so in the trace. Tensors that the function brings, weights say,
/// are attributes _tensor_constant0, shared with it. Modes of autograd (NoGradGuard) are not in the
/// graph, whose results require a gradient where its inputs do; nor are the gradients that
/// backward() leaves in tensors, which have none of the trace afterwards. A number that the program
/// asks for has to be one of any run: of what it makes by torch::tensor(), not of its inputs.
/// TraceError: the function cannot be traced; a key of the table is no operator's, or one's that
/// writes to an operand.
GraphModule make_fx(const TracedFunction& function, Args inputs, const MakeFxOptions& options = {});

namespace detail {
GraphModule make_fx(torch::nn::Module& root, const TracedFunction& forward, Args inputs,
                    const MakeFxOptions& options);
} // namespace detail

/// The same of a module's forward, in the mode that it is in: the result has its state under the
/// same names, shared with it, and is a graph of that mode alone.
template <ModuleLike M>
GraphModule make_fx(M& module, Args inputs, const MakeFxOptions& options = {}) {
  auto& root = detail::module_of(module);
  return detail::make_fx(root, TracedFunction::forward_of(root), std::move(inputs), options);
}

} // namespace fx
