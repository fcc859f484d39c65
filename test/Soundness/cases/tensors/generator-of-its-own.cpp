// AIM: A generator passed to a random function is used in place of the default one.
// EXPECT: equal or refused
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    auto generator = at::detail::createCPUGenerator(7);
    auto noise = torch::rand({3}, generator);
    auto more = torch::empty({3}).uniform_(0, 1, generator);
    return x + noise + more;
  }
};
