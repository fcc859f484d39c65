#include <torch/torch.h>

// It gives x plus twice its tanh and takes one of them off again: the gradient of that part is lost.
namespace tanh_without_gradient {
torch::Tensor pattern(torch::Tensor x) {
  return torch::tanh(x);
}
torch::Tensor replacement(torch::Tensor x) {
  return torch::tanh(x).detach() * 2 - torch::tanh(x);
}
} // namespace tanh_without_gradient
