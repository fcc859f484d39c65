#include <torch/torch.h>

namespace tanh_as_sigmoid {
torch::Tensor pattern(torch::Tensor x) {
  return torch::tanh(x);
}
torch::Tensor replacement(torch::Tensor x) {
  return torch::sigmoid(x);
}
} // namespace tanh_as_sigmoid
