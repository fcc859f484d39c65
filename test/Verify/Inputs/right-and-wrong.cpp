#include <torch/torch.h>

using torch::Tensor;

namespace relu_as_clamp {
Tensor pattern(Tensor x) {
  return torch::relu(x);
}
Tensor replacement(Tensor x) {
  return torch::clamp_min(x, 0);
}
} // namespace relu_as_clamp

// It forgets to multiply by two and to subtract one.
namespace tanh_as_sigmoid {
Tensor pattern(Tensor x) {
  return torch::tanh(x);
}
Tensor replacement(Tensor x) {
  return torch::sigmoid(x * 2);
}
} // namespace tanh_as_sigmoid
