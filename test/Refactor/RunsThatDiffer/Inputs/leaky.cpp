#include <torch/torch.h>

namespace leaky_relu_is_a_maximum {
torch::Tensor pattern(torch::Tensor x, double slope) {
  return torch::leaky_relu(x, slope);
}
torch::Tensor replacement(torch::Tensor x, double slope) {
  return torch::max(x, x * slope);
}
} // namespace leaky_relu_is_a_maximum
