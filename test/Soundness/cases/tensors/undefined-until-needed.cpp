// AIM: A default Tensor is undefined; an optional of one has a value all the same.
// EXPECT: equal or refused
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

#include <optional>

struct Net : torch::nn::Module {
  static int state(const std::optional<torch::Tensor>& given) {
    if (!given) return 1;
    return given->defined() ? 2 : 3;
  }
  torch::Tensor forward(torch::Tensor x) {
    torch::Tensor none;
    std::optional<torch::Tensor> empty, held = none, full = x;
    return x + state(empty) + 10 * state(held) + 100 * state(full) + 1000 * state(none);
  }
};
