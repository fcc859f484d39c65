// Behind module-to-functional it takes out the modules that nothing calls any more.
// RUN: %fx-clang-trace %s --root=Net --refactor=module-to-functional,remove-unused-modules -- 2>/dev/null | FileCheck %s --match-full-lines --strict-whitespace
#include <torch/torch.h>

struct Net : torch::nn::Module {
  // CHECK:-  torch::Tensor forward(torch::Tensor x) { return act(fc(x)); }
  // CHECK-NEXT:+  torch::Tensor forward(torch::Tensor x) { return torch::relu(fc(x)); }
  torch::Tensor forward(torch::Tensor x) { return act(fc(x)); }
  // CHECK:-  torch::nn::ReLU act{register_module("act", torch::nn::ReLU())};
  torch::nn::ReLU act{register_module("act", torch::nn::ReLU())};
  torch::nn::Linear fc{register_module("fc", torch::nn::Linear(2, 2))};
};
