// AIM: std::async gives the result of a function that ran elsewhere, with its writes.
// EXPECT: equal or refused
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

#include <future>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    int written = 1;
    auto later = std::async(std::launch::deferred, [&] { return written = 7; });
    int before = written;
    int result = later.get();
    return x * written + before * 10 + result * 100;
  }
};
