#include <torch/torch.h>

namespace relu_as_clamp {
torch::Tensor pattern(torch::Tensor x) {
  return torch::relu(x);
}
torch::Tensor replacement(torch::Tensor x) {
  return torch::clamp_min(x, 0);
}
} // namespace relu_as_clamp

// It forgets to multiply by two and to subtract one.
namespace tanh_as_sigmoid {
torch::Tensor pattern(torch::Tensor x) {
  return torch::tanh(x);
}
torch::Tensor replacement(torch::Tensor x) {
  return torch::sigmoid(x * 2);
}
} // namespace tanh_as_sigmoid
