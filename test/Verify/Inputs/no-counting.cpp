#include <torch/torch.h>

namespace no_counting {
torch::Tensor pattern(torch::Tensor x, torch::Tensor y) {
  return x.add_(y);
}
torch::Tensor replacement(torch::Tensor x, torch::Tensor y) {
  return x + y;
}
} // namespace no_counting
