// AIM: References, pointers and loops by reference replace elements of the list that split returns.
// EXPECT: equal
// INPUT: torch::randn({2, 6})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  static void scale(torch::Tensor& part) { part = part * 2; }
  torch::Tensor forward(torch::Tensor x) {
    auto parts = x.split({2, 2, 2}, 1);
    auto copy = parts;
    auto& first = parts[0];
    first = first + 1;
    torch::Tensor* second = &parts[1];
    *second = *second * 5 + parts[0];
    scale(parts.at(2));
    for (auto& part : parts)
      part = part.tanh();
    for (auto& part : copy)
      part = part - 1;
    return torch::cat(parts, 1) + torch::cat(copy, 1) * first.sum();
  }
};
