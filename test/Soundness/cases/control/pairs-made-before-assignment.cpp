// AIM: tie(a, b) = pair(b, a) swaps; so does a chain through make_tuple.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

#include <algorithm>
#include <tuple>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    int a = 1, b = 2, c = 3;
    std::tie(a, b) = std::make_pair(b, a);
    std::tie(a, b, c) = std::make_tuple(c, a, b);
    torch::Tensor s = x + 1, t = x * 2;
    std::tie(s, t) = std::make_tuple(t, s);
    s += 1;
    auto [u, v] = std::minmax(a, c);
    return s - t + a + b * 10 + c * 100 + u * 1000 + v * 10000;
  }
};
