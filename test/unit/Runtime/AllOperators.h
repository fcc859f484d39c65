// Calls of each operator of LibTorch that a schema tells how to call: where OpInfo has the inputs of
// torch.fx's exhaustive tests.
//
// Which inputs an operator takes is found by trying a few kinds of tensors, with arguments that
// follow from types and names. test/EndToEnd/harness/operators.py does the same in source.
#pragma once

#include "fx/Runtime/GraphModule.h"
#include "fx/Runtime/TracedFunction.h"
#include "fx/Runtime/Value.h"

#include <ATen/core/dispatch/Dispatcher.h>

#include <string>
#include <vector>

namespace fx::testing {

/// A call of an operator: its arguments, of which the tensors are inputs of the graph.
struct OperatorCall {
  c10::OperatorHandle op;
  std::vector<Value> arguments;
  std::vector<std::string> specs; // of the inputs, in order

  Args inputs(int seed) const;
  TracedFunction function() const;
  /// All tensors that it gives.
  Value run(Args given) const;
};

enum class OperatorForm { Functional, Inplace, Out };

/// The operators of a form that are tried, sorted by name.
std::vector<c10::OperatorHandle> operators_of_form(OperatorForm form);

/// What of an operator of that form is computed by LibTorch: with the arguments that have no
/// default, with all.
std::vector<OperatorCall> calls_of(const c10::OperatorHandle& op, OperatorForm form);

/// A module of one node, which is the call: by position what has no keyword in the schema. Its
/// inputs are those of the call.
GraphModule module_of(const OperatorCall& call, Symbol target);

/// "torch.ops.aten.add.Tensor".
std::string overload_target(const c10::OperatorHandle& op);

bool same(const std::vector<torch::Tensor>& a, const std::vector<torch::Tensor>& b);

/// Values before they are written to.
std::vector<torch::Tensor> copies(const Value& tensors);

} // namespace fx::testing
