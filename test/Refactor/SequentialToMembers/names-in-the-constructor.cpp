// A constructor that goes by the names of its modules finds others where they are members: what it would compute or
// register differs then, and the change is refused.
// RUN: not fx-clang-trace %s --root=Filled --refactor=sequential-to-members -- 2>&1 | FileCheck %s --check-prefix=FILLED
// RUN: not fx-clang-trace %s --root=Marked --refactor=sequential-to-members -- 2>&1 | FileCheck %s --check-prefix=MARKED
// FILLED: error: {{.*}} the edited source of 'Filled' would compute something else [edits-compute-something-else]
// MARKED: error: {{.*}} the edited source of 'Marked' would not have the modules that it is to have: 'seq_mark' differs [edits-register-something-else]
#include <torch/torch.h>

struct Filled : torch::nn::Module {
  Filled() {
    seq = register_module("seq", torch::nn::Sequential(torch::nn::Linear(3, 3)));
    torch::NoGradGuard no_grad;
    for (auto& module : named_modules("", /*include_self=*/false))
      if (module.key().size() == 5)
        for (auto& weight : module.value()->parameters(/*recurse=*/false))
          weight.fill_(0.25);
  }
  torch::Tensor forward(torch::Tensor x) { return seq->forward(x); }
  torch::nn::Sequential seq{nullptr};
};

struct Marked : torch::nn::Module {
  Marked() {
    seq = register_module("seq", torch::nn::Sequential(torch::nn::Linear(3, 3)));
    for (auto& module : named_modules("", /*include_self=*/false))
      if (module.key().size() == 3) register_buffer(module.key() + "_mark", torch::ones({1}));
  }
  torch::Tensor forward(torch::Tensor x) { return seq->forward(x); }
  torch::nn::Sequential seq{nullptr};
};
