#include <torch/torch.h>

namespace linear_as_matmul {
torch::Tensor pattern(torch::nn::Linear fc, torch::Tensor x) {
  return fc(x);
}
torch::Tensor replacement(torch::nn::Linear fc, torch::Tensor x) {
  return torch::matmul(x, fc->weight);
}
} // namespace linear_as_matmul

namespace no_dropout {
torch::Tensor pattern(torch::nn::Dropout dropout, torch::Tensor x) {
  return dropout(x);
}
torch::Tensor replacement(torch::Tensor x) {
  return x;
}
} // namespace no_dropout

namespace small_pool {
torch::Tensor pattern(torch::Tensor x, int64_t size) {
  return torch::max_pool2d(x, size);
}
torch::Tensor replacement(torch::Tensor x, int64_t size) {
  return torch::avg_pool2d(x, size);
}
bool condition(int64_t size) {
  return size < 3 && !(size == 1 || size < 0);
}
} // namespace small_pool

namespace swish {
torch::Tensor pattern(torch::Tensor x) {
  return x * torch::sigmoid(x);
}
torch::Tensor pattern_method(torch::Tensor x) {
  return x.sigmoid() * x;
}
torch::Tensor replacement(torch::Tensor x) {
  return torch::silu(x);
}
} // namespace swish

namespace scaled {
torch::Tensor pattern(torch::Tensor x, double factor) {
  return x.relu() * factor;
}
torch::Tensor replacement(torch::Tensor x, double factor) {
  return torch::relu(x * factor);
}
} // namespace scaled

namespace sum {
torch::Tensor pattern(torch::Tensor x, torch::Tensor y) {
  return x + y;
}
torch::Tensor replacement(torch::Tensor x, torch::Tensor y) {
  return torch::add(x, y);
}
} // namespace sum
