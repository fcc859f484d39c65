// What tests of make_fx share.
#pragma once

#include "TraceTest.h"

#include "fx/Runtime/MakeFx.h"

#include <string>

namespace fx::testing {

/// The operators of a graph without "torch.ops.aten.", in their order.
inline std::string operators_of(const Graph& graph) {
  std::string text;
  for (const Node* node : graph)
    if (node->op() == Opcode::CallFunction && node->target().view().starts_with("torch.ops."))
      text += (text.empty() ? "" : " ") + node->target().str().substr(sizeof("torch.ops.aten"));
  return text;
}

/// The text of the TraceError that a trace ends with.
inline std::string make_fx_error(const TracedFunction& function, Args inputs,
                                 const MakeFxOptions& options = {}) {
  try {
    make_fx(function, std::move(inputs), options);
  } catch (const TraceError& error) {
    return error.what();
  }
  return "no error";
}

/// A tensor like it with other values: of floating types random ones.
inline torch::Tensor other_values(const torch::Tensor& tensor) {
  const torch::Tensor made =
      tensor.is_floating_point() ? torch::rand_like(tensor.detach()) + 0.1 : tensor + 1;
  return made.set_requires_grad(tensor.requires_grad());
}

/// The graph gives what the function gives, for other values than those of the trace, and the
/// inputs of the trace are as before.
inline void expect_replays(const TracedFunction& function, const Args& inputs,
                           const MakeFxOptions& options = {}) {
  std::vector<torch::Tensor> before;
  for (const Value& input : inputs)
    before.push_back(input.toTensor().detach().clone());
  GraphModule traced = make_fx(function, inputs, options);
  traced->graph().lint();
  Args own, others;
  for (size_t i = 0; i < inputs.size(); ++i) {
    const torch::Tensor& input = inputs[i].toTensor();
    EXPECT_TRUE(torch::equal(input.detach(), before[i]));
    const torch::Tensor other = other_values(input);
    others.emplace_back(other.detach().clone().set_requires_grad(input.requires_grad()));
    own.emplace_back(other.detach().clone().set_requires_grad(input.requires_grad()));
  }
  torch::manual_seed(1);
  const Value expected = function.call(others);
  torch::manual_seed(1);
  const Value seen = traced->run(own);
  EXPECT_TRUE(torch::allclose(seen.toTensor(), expected.toTensor(), 0, 0))
      << operators_of(traced->graph());
}

} // namespace fx::testing
