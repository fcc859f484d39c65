// The member, its uses and the name that it is registered by change; a remark says which keys of saved weights do.
// RUN: %fx-clang-trace %s --root=Net --refactor='rename-submodule<from=conv1;to=stem>' -- 2>%t.err | FileCheck %s --match-full-lines --strict-whitespace
// RUN: FileCheck %s --check-prefix=SAID --input-file=%t.err
// SAID: saved weights: what is 'conv1.*' there is 'stem.*' in the model now

#include <torch/torch.h>

struct Net : torch::nn::Module {
  // CHECK:-  Net() : conv1(register_module("conv1", torch::nn::Conv2d(1, 4, 3))) { conv1->weight.detach().zero_(); }
  // CHECK-NEXT:+  Net() : stem(register_module("stem", torch::nn::Conv2d(1, 4, 3))) { stem->weight.detach().zero_(); }
  // clang-format off
  Net() : conv1(register_module("conv1", torch::nn::Conv2d(1, 4, 3))) { conv1->weight.detach().zero_(); }
  // clang-format on
  // CHECK:-  torch::Tensor forward(torch::Tensor x) { return conv1(x) * conv1->weight.sum(); }
  // CHECK-NEXT:+  torch::Tensor forward(torch::Tensor x) { return stem(x) * stem->weight.sum(); }
  torch::Tensor forward(torch::Tensor x) { return conv1(x) * conv1->weight.sum(); }
  // CHECK:-  torch::nn::Conv2d conv1;
  // CHECK-NEXT:+  torch::nn::Conv2d stem;
  torch::nn::Conv2d conv1;
};

// CHECK:-  return net.conv1->weight;
// CHECK-NEXT:+  return net.stem->weight;
torch::Tensor weight_of(const Net& net) {
  return net.conv1->weight;
}
