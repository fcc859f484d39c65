// Several operators that one can do: --rules=fusions
#include <torch/torch.h>

namespace fusions {

namespace addmm {
torch::Tensor pattern(torch::Tensor bias, torch::Tensor a, torch::Tensor b) {
  return torch::mm(a, b) + bias;
}
torch::Tensor pattern_swapped(torch::Tensor bias, torch::Tensor a, torch::Tensor b) {
  return bias + torch::mm(a, b);
}
torch::Tensor replacement(torch::Tensor bias, torch::Tensor a, torch::Tensor b) {
  return torch::addmm(bias, a, b);
}
} // namespace addmm

namespace baddbmm {
torch::Tensor pattern(torch::Tensor bias, torch::Tensor a, torch::Tensor b) {
  return torch::bmm(a, b) + bias;
}
torch::Tensor replacement(torch::Tensor bias, torch::Tensor a, torch::Tensor b) {
  return torch::baddbmm(bias, a, b);
}
} // namespace baddbmm

namespace silu {
torch::Tensor pattern(torch::Tensor x) {
  return x * torch::sigmoid(x);
}
torch::Tensor pattern_swapped(torch::Tensor x) {
  return torch::sigmoid(x) * x;
}
torch::Tensor replacement(torch::Tensor x) {
  return torch::silu(x);
}
} // namespace silu

namespace log_softmax {
torch::Tensor pattern(torch::Tensor x, int64_t dim) {
  return torch::log(torch::softmax(x, dim));
}
torch::Tensor replacement(torch::Tensor x, int64_t dim) {
  return torch::log_softmax(x, dim);
}
} // namespace log_softmax

namespace logsumexp {
torch::Tensor pattern(torch::Tensor x, int64_t dim) {
  return torch::log(torch::sum(torch::exp(x), dim));
}
torch::Tensor replacement(torch::Tensor x, int64_t dim) {
  return torch::logsumexp(x, dim);
}
} // namespace logsumexp

namespace rsqrt {
torch::Tensor pattern(torch::Tensor x) {
  return 1 / torch::sqrt(x);
}
torch::Tensor replacement(torch::Tensor x) {
  return torch::rsqrt(x);
}
} // namespace rsqrt

namespace log1p {
torch::Tensor pattern(torch::Tensor x) {
  return torch::log(x + 1);
}
torch::Tensor pattern_swapped(torch::Tensor x) {
  return torch::log(1 + x);
}
torch::Tensor replacement(torch::Tensor x) {
  return torch::log1p(x);
}
} // namespace log1p

namespace expm1 {
torch::Tensor pattern(torch::Tensor x) {
  return torch::exp(x) - 1;
}
torch::Tensor replacement(torch::Tensor x) {
  return torch::expm1(x);
}
} // namespace expm1

} // namespace fusions
