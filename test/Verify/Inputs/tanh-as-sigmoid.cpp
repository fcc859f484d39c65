#include <torch/torch.h>

using torch::Tensor;

namespace tanh_as_sigmoid {
Tensor pattern(Tensor x) {
  return torch::tanh(x);
}
Tensor replacement(Tensor x) {
  return torch::sigmoid(x);
}
} // namespace tanh_as_sigmoid
