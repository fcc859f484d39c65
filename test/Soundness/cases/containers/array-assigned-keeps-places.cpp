// AIM: Assigning a std::array or a struct with an array assigns its elements where they are.
// EXPECT: equal or refused
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

#include <array>

struct Box {
  int values[3] = {0, 1, 2};
};
struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    std::array<int, 2> a{1, 2};
    int& r = a[0];
    a = {5, 6};
    Box b, c;
    c.values[1] = 9;
    int* p = &b.values[1];
    b = c;
    std::array<Box, 2> d{}, e{};
    e[1].values[0] = 4;
    int& s = d[1].values[0];
    d = e;
    std::swap(d, e);
    return x * r + *p * 10 + s * 100 + d[1].values[0] + e[1].values[0] * 1000;
  }
};
