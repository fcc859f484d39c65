// Operators as others write them, for backends that have but a few: --rules=decompositions
#include <torch/torch.h>

namespace decompositions {

namespace silu {
torch::Tensor pattern(torch::Tensor x) {
  return torch::silu(x);
}
torch::Tensor replacement(torch::Tensor x) {
  return x * torch::sigmoid(x);
}
} // namespace silu

namespace mish {
torch::Tensor pattern(torch::Tensor x) {
  return torch::mish(x);
}
torch::Tensor replacement(torch::Tensor x) {
  return x * torch::tanh(torch::softplus(x));
}
} // namespace mish

namespace hardswish {
torch::Tensor pattern(torch::Tensor x) {
  return torch::hardswish(x);
}
torch::Tensor replacement(torch::Tensor x) {
  return x * torch::clamp(x + 3, 0, 6) / 6;
}
} // namespace hardswish

namespace addmm {
torch::Tensor pattern(torch::Tensor bias, torch::Tensor a, torch::Tensor b) {
  return torch::addmm(bias, a, b);
}
torch::Tensor replacement(torch::Tensor bias, torch::Tensor a, torch::Tensor b) {
  return torch::mm(a, b) + bias;
}
} // namespace addmm

namespace log_softmax {
torch::Tensor pattern(torch::Tensor x, int64_t dim) {
  return torch::log_softmax(x, dim);
}
torch::Tensor replacement(torch::Tensor x, int64_t dim) {
  return x - torch::logsumexp(x, dim, true);
}
} // namespace log_softmax

namespace softmax {
torch::Tensor pattern(torch::Tensor x, int64_t dim) {
  return torch::softmax(x, dim);
}
torch::Tensor replacement(torch::Tensor x, int64_t dim) {
  auto powers = torch::exp(x - torch::amax(x, dim, true));
  return powers / torch::sum(powers, dim, true);
}
} // namespace softmax

namespace leaky_relu {
torch::Tensor pattern(torch::Tensor x, double slope) {
  return torch::leaky_relu(x, slope);
}
torch::Tensor replacement(torch::Tensor x, double slope) {
  return torch::where(x > 0, x, x * slope);
}
} // namespace leaky_relu

} // namespace decompositions
