// A loop registers layers under names made from strings; forward walks the vector.
// RUN: fx-clang-trace %s --emit=fx -- | FileCheck %s
#include <torch/torch.h>

struct Mlp : torch::nn::Module {
  explicit Mlp(int depth = 3) {
    for (int i = 0; i < depth; ++i)
      layers.push_back(register_module("fc" + std::to_string(i), torch::nn::Linear(8, 8)));
  }
  torch::Tensor forward(torch::Tensor x) {
    for (auto& layer : layers)
      x = torch::relu(layer(x));
    return x;
  }
  std::vector<torch::nn::Linear> layers;
};

// CHECK:      graph():
// CHECK-NEXT: %x : [num_users=1] = placeholder[target=x]
// CHECK-NEXT: %fc0 : [num_users=1] = call_module[target=fc0](args = (%x,), kwargs = {})
// CHECK-NEXT: %relu : [num_users=1] = call_function[target=torch.relu](args = (%fc0,), kwargs = {})
// CHECK-NEXT: %fc1 : [num_users=1] = call_module[target=fc1](args = (%relu,), kwargs = {})
// CHECK-NEXT: %relu_1 : [num_users=1] = call_function[target=torch.relu](args = (%fc1,), kwargs = {})
// CHECK-NEXT: %fc2 : [num_users=1] = call_module[target=fc2](args = (%relu_1,), kwargs = {})
// CHECK-NEXT: %relu_2 : [num_users=1] = call_function[target=torch.relu](args = (%fc2,), kwargs = {})
// CHECK-NEXT: return relu_2
