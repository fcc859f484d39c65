// What is nothing and is given by a reference that may change it is a variable of the program that
// compares, in each call a new one.
// REQUIRES: libtorch
// RUN: fx-clang-trace %s --root='Attention()' --input x=1x2x4 --input past=none --verify --emit=cpp -o %t.h -- | FileCheck %s
#include <torch/torch.h>

using Past = c10::optional<std::tuple<torch::Tensor, torch::Tensor>>;

struct AttentionImpl : torch::nn::Module {
  torch::nn::Linear project{register_module("project", torch::nn::Linear(4, 4))};
  torch::Tensor forward(torch::Tensor x, Past& past) {
    if (past.has_value()) x = torch::cat({std::get<0>(*past), x}, 1);
    return project(x);
  }
};
TORCH_MODULE(Attention);

// CHECK: eval: output: 1x2x4:float32, largest difference
// CHECK: train: output: 1x2x4:float32, largest difference
// CHECK-NOT: DIFFERENT
