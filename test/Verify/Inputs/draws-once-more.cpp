#include <torch/torch.h>

namespace relu_that_draws {
torch::Tensor pattern(torch::Tensor x) {
  return torch::relu(x);
}
torch::Tensor replacement(torch::Tensor x) {
  return torch::relu(x) + torch::rand_like(x) * 0;
}
} // namespace relu_that_draws
