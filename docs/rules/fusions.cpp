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

namespace rsqrt {
torch::Tensor pattern(torch::Tensor x) {
  return 1 / torch::sqrt(x);
}
torch::Tensor replacement(torch::Tensor x) {
  return torch::rsqrt(x);
}
} // namespace rsqrt

} // namespace fusions
