// AIM: An element of the list that split returns is replaced, and the list is read after it.
// EXPECT: equal
// INPUT: torch::randn({2, 6})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::nn::Linear fc{2, 2};
  Net() { register_module("fc", fc); }
  torch::Tensor forward(torch::Tensor x) {
    auto parts = x.split({2, 2, 2}, 1);
    parts[1] = fc(parts[1]);
    parts.back() = parts.back() + parts[0];
    std::swap(parts[0], parts[1]);
    return torch::cat(parts, 1);
  }
};
