// torch::autograd::Function: what forward computes, or one call.
// RUN: fx-clang-trace %s -- 2>&1 | FileCheck %s
// RUN: fx-clang-trace %s --wrap=Sign -- 2>&1 | FileCheck %s --check-prefix=CALL
// RUN: not fx-clang-trace %s --strict -- 2>&1 | FileCheck %s --check-prefix=STRICT
#include <torch/torch.h>

struct Sign : torch::autograd::Function<Sign> {
  static torch::Tensor forward(torch::autograd::AutogradContext* context, torch::Tensor x,
                               double slope) {
    context->save_for_backward({x});
    context->saved_data["slope"] = slope;
    return x.sign() * slope;
  }
  static torch::autograd::tensor_list backward(torch::autograd::AutogradContext* context,
                                               torch::autograd::tensor_list gradients) {
    return {gradients[0] * context->get_saved_variables()[0], torch::Tensor()};
  }
};

struct Net : torch::nn::Module {
  // STRICT: error: the graph has what 'Sign::forward' computes, without 'Sign::backward'
  // CHECK: :[[@LINE+1]]:51: remark: the graph has what 'Sign::forward' computes, without 'Sign::backward': {{.*}} [backward-not-in-the-graph]
  torch::Tensor forward(torch::Tensor x) { return Sign::apply(x, 2.0); }
  // CHECK: %sign : {{.*}}call_method[target=sign](args = (%x,)
  // CHECK: %mul : {{.*}}operator.mul](args = (%sign, 2.0)
  // CALL-NOT: remark
  // CALL: call_function[target=Sign::apply](args = (%x, 2.0)
};
