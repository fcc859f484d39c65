// AIM: Random numbers are drawn in the order of the calls, also where they are unused.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    auto keep = torch::rand_like(x), drop = torch::rand({2});
    auto noise = torch::randn_like(x) * 0.1;
    auto pick = torch::bernoulli(torch::full_like(x, 0.5));
    auto perm = torch::randperm(4);
    x = x + noise * pick;
    return x.index_select(0, perm) + torch::randint(0, 5, {1}) + torch::normal(0.0, 1.0, {1});
  }
};
