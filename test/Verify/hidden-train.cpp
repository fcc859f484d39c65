// A class that trains itself: its train() hides the one that sets the mode.
// RUN: %fx-clang-trace %s --input x=2x4 --verify -o %t.h -- | FileCheck %s
// REQUIRES: libtorch
// CHECK: eval: the same in 2 calls
// CHECK: train: the same in 2 calls
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::nn::Linear fc{register_module("fc", torch::nn::Linear(4, 4))};
  torch::Tensor forward(torch::Tensor x) { return torch::dropout(fc(x), 0.5, is_training()); }
  void train(torch::Tensor inputs, torch::Tensor targets, size_t epochs, double learning_rate) {
    torch::optim::Adam optimizer(parameters(), torch::optim::AdamOptions(learning_rate));
    for (size_t epoch = 0; epoch < epochs; ++epoch) {
      optimizer.zero_grad();
      torch::mse_loss(forward(inputs), targets).backward();
      optimizer.step();
    }
  }
};
