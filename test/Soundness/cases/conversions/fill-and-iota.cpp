// AIM: fill, iota and resize give elements of the container's type.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

#include <algorithm>
#include <numeric>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    std::vector<int> a(2);
    std::fill(a.begin(), a.end(), 1.9);
    a.resize(4, 2.9);
    std::vector<uint8_t> b(4);
    std::iota(b.begin(), b.end(), 254);
    std::vector<int> c;
    c.assign(2, 5.5);
    c.insert(c.begin(), 7.7);
    int sum = 0;
    for (int v : a)
      sum = sum * 4 + v;
    for (int v : b)
      sum += v;
    for (int v : c)
      sum += v * 1000;
    return x + sum;
  }
};
