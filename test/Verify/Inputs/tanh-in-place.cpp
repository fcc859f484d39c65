#include <torch/torch.h>

// What it overwrites may be read later.
namespace tanh_in_place {
torch::Tensor pattern(torch::Tensor x) {
  return torch::tanh(x);
}
torch::Tensor replacement(torch::Tensor x) {
  return x.tanh_();
}
} // namespace tanh_in_place
