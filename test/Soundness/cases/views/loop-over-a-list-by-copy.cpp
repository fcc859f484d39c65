// AIM: In a loop by value += reaches the list's tensors, = does not.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    std::vector<torch::Tensor> list{x + 1, x + 2, x + 3};
    for (auto t : list)
      t += 10;
    for (auto t : list)
      t = t * 100;
    for (auto& t : list)
      t = t - 1;
    return torch::stack(list).sum(0);
  }
};
