#include <torch/torch.h>

using torch::Tensor;

namespace linear_as_matmul {
Tensor pattern(torch::nn::Linear fc, Tensor x) {
  return fc(x);
}
Tensor replacement(torch::nn::Linear fc, Tensor x) {
  return torch::matmul(x, fc->weight);
}
} // namespace linear_as_matmul

namespace no_dropout {
Tensor pattern(torch::nn::Dropout dropout, Tensor x) {
  return dropout(x);
}
Tensor replacement(Tensor x) {
  return x;
}
} // namespace no_dropout

namespace small_pool {
Tensor pattern(Tensor x, int64_t size) {
  return torch::max_pool2d(x, size);
}
Tensor replacement(Tensor x, int64_t size) {
  return torch::avg_pool2d(x, size);
}
bool condition(int64_t size) {
  return size < 3 && !(size == 1 || size < 0);
}
} // namespace small_pool

namespace swish {
Tensor pattern(Tensor x) {
  return x * torch::sigmoid(x);
}
Tensor pattern_method(Tensor x) {
  return x.sigmoid() * x;
}
Tensor replacement(Tensor x) {
  return torch::silu(x);
}
} // namespace swish

namespace scaled {
Tensor pattern(Tensor x, double factor) {
  return x.relu() * factor;
}
Tensor replacement(Tensor x, double factor) {
  return torch::relu(x * factor);
}
} // namespace scaled

namespace sum {
Tensor pattern(Tensor x, Tensor y) {
  return x + y;
}
Tensor replacement(Tensor x, Tensor y) {
  return torch::add(x, y);
}
} // namespace sum
