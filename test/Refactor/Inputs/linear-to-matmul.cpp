#include <torch/torch.h>

namespace linear_to_matmul {
torch::Tensor pattern(torch::Tensor x, torch::Tensor weight, torch::Tensor bias) {
  return torch::linear(x, weight, bias);
}
torch::Tensor replacement(torch::Tensor x, torch::Tensor weight, torch::Tensor bias) {
  return torch::matmul(x, weight.t()) + bias;
}
} // namespace linear_to_matmul
