#include <torch/torch.h>

namespace no_zero {
torch::Tensor pattern(torch::Tensor x) {
  return x.zero_();
}
torch::Tensor replacement(torch::Tensor x) {
  return x;
}
} // namespace no_zero
