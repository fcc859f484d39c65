// Python passes the reduction of a loss on in any case: as a keyword where C++ leaves it out, by position
// where C++ gives it.
// RUN: fx-clang-trace %s -- | FileCheck %s
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x, torch::Tensor y) {
    // CHECK: target=torch._C._nn.mse_loss](args = (%x, %y), kwargs = {reduction: 1})
    // CHECK: target=torch._C._nn.mse_loss](args = (%x, %y, 2), kwargs = {})
    return torch::mse_loss(x, y) + torch::mse_loss(x, y, torch::Reduction::Sum);
  }
};
