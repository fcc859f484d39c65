#include <torch/torch.h>
namespace leaky {
torch::Tensor pattern(torch::Tensor x) {
  return torch::leaky_relu(x, 0.0);
}
torch::Tensor replacement(torch::Tensor x) {
  return torch::relu(x);
}
} // namespace leaky
