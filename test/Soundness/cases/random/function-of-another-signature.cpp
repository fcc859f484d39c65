// AIM: std::function converts what it is given and what it gives by its own signature.
// EXPECT: equal
// INPUT: torch::randn({2, 6})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    const int64_t width = x.size(1);
    std::function<int64_t(double)> cut = [](int64_t a) { return a * 1.0 + 0.75; };
    std::function<int(int)> later = nullptr;
    if (!later) later = [k = 2](int a) { return a + k; };
    return x * (1 + 0.01 * (cut(width + 0.6) + later(width)));
  }
};
