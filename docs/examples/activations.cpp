#include <torch/torch.h>

namespace relu_to_gelu {
torch::Tensor pattern(torch::Tensor x) {
  return torch::relu(x);
}
torch::Tensor replacement(torch::Tensor x) {
  return torch::gelu(x);
}
} // namespace relu_to_gelu

namespace swish_to_silu {
torch::Tensor pattern(torch::Tensor x) {
  return x * torch::sigmoid(x);
}
torch::Tensor replacement(torch::Tensor x) {
  return torch::silu(x);
}
} // namespace swish_to_silu
