#include <torch/torch.h>

namespace relu_without_gradient {
torch::Tensor pattern(torch::Tensor x) {
  return torch::relu(x);
}
torch::Tensor replacement(torch::Tensor x) {
  return torch::relu(x).detach();
}
} // namespace relu_without_gradient
