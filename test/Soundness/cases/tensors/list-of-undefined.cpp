// AIM: A vector of undefined tensors that is filled by index.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

#include <array>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    std::vector<torch::Tensor> parts(3);
    std::array<torch::Tensor, 2> pair;
    for (int i = 2; i >= 0; --i)
      parts[i] = i == 2 ? x : parts[i + 1] * 2;
    if (!pair[0].defined()) pair[0] = parts[0];
    pair[1] = pair[0];
    pair[1] += 1;
    return parts[0] + parts[1] + (pair[0].defined() && pair[1].defined() ? 1 : 2);
  }
};
