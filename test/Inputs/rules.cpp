#include <torch/torch.h>

namespace relu_to_gelu {
torch::Tensor pattern(torch::Tensor x) {
  return torch::relu(x);
}
torch::Tensor replacement(torch::Tensor x) {
  return torch::gelu(x);
}
} // namespace relu_to_gelu

namespace sum_to_product {
torch::Tensor pattern(torch::Tensor x) {
  return x + x;
}
torch::Tensor replacement(torch::Tensor x) {
  return x * 2;
}
} // namespace sum_to_product

namespace slope {
torch::Tensor pattern(torch::Tensor x) {
  return torch::leaky_relu(x, 0.01);
}
torch::Tensor replacement(torch::Tensor x) {
  return torch::leaky_relu(x, 0.2);
}
} // namespace slope

namespace twice {
torch::Tensor pattern(torch::Tensor x) {
  return torch::erf(x);
}
torch::Tensor replacement(torch::Tensor x) {
  auto half = x * 0.5;
  return half + half * half;
}
} // namespace twice

namespace tanh_of_sum {
torch::Tensor pattern(torch::Tensor x, torch::Tensor y) {
  return torch::tanh(x + y);
}
torch::Tensor replacement(torch::Tensor x, torch::Tensor y) {
  return (x + y).sigmoid();
}
} // namespace tanh_of_sum
