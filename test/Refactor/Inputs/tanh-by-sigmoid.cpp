#include <torch/torch.h>

namespace tanh_is_a_sigmoid {
torch::Tensor pattern(torch::Tensor x) {
  return torch::tanh(x);
}
torch::Tensor replacement(torch::Tensor x) {
  return torch::sigmoid(x * 2) * 2 - 1;
}
} // namespace tanh_is_a_sigmoid
