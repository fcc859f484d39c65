// A value that new code needs twice gets a statement in front. Where code of the same statement overwrites first what
// the value is made of, that would read it as it was before: such an edit is refused.
// RUN: not %fx-clang-trace %s --root=Net --rules=%S/Inputs/tanh-twice.cpp --rewrite -- 2>&1 | FileCheck %s
// RUN: %fx-clang-trace %s --root=Elsewhere --rules=%S/Inputs/tanh-twice.cpp --rewrite -- | FileCheck %s --check-prefix=ELSEWHERE

#include <torch/torch.h>

// CHECK: error: the change cannot be made in place: the edited source of 'Net' would compute something else [edits-compute-something-else]
// CHECK: note: it has no %mul (call_function operator.mul), which {{.*}} computes
struct Net : torch::nn::Module {
  torch::nn::Linear fc{register_module("fc", torch::nn::Linear(4, 4))};
  torch::Tensor forward(torch::Tensor x) {
    auto h = fc(x);
    return torch::cat({h.neg_(), torch::tanh(h * 2)}, 1);
  }
};

// ELSEWHERE: +    auto mul = g * 2;
// ELSEWHERE: +    return torch::cat({h.neg_(), torch::sigmoid(mul) * mul}, 1);
struct Elsewhere : torch::nn::Module {
  torch::nn::Linear fc{register_module("fc", torch::nn::Linear(4, 4))};
  torch::Tensor forward(torch::Tensor x) {
    auto h = fc(x);
    auto g = fc(h);
    return torch::cat({h.neg_(), torch::tanh(g * 2)}, 1);
  }
};
