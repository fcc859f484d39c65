// AIM: Each instance of a template has statics of its own.
// EXPECT: equal or refused
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

template <typename T>
struct Pool {
  static int& used() {
    static int count = 0;
    return count;
  }
};
struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    Pool<int>::used() = 1;
    Pool<float>::used() = 20;
    Pool<int>::used() += 5;
    auto& alias = Pool<float>::used();
    alias *= 2;
    return x * Pool<int>::used() + Pool<float>::used() + Pool<char>::used();
  }
};
