#include <torch/torch.h>

namespace leaky_relu_to_elu {
torch::Tensor pattern(torch::Tensor x, double slope) {
  return torch::leaky_relu(x, slope);
}
torch::Tensor replacement(torch::Tensor x, double slope) {
  return torch::elu(x, slope);
}
} // namespace leaky_relu_to_elu
