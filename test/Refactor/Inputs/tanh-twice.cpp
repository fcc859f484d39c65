#include <torch/torch.h>

namespace tanh_twice {
torch::Tensor pattern(torch::Tensor x) {
  return torch::tanh(x);
}
torch::Tensor replacement(torch::Tensor x) {
  return torch::sigmoid(x) * x;
}
} // namespace tanh_twice
