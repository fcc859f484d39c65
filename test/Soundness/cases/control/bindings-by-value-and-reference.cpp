// AIM: Structured bindings of pairs, arrays and structs, by value and by reference.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Point {
  int x, y;
};
struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    std::pair<int, double> p{1, 2.5};
    auto [a, b] = p;
    auto& [c, d] = p;
    a = 100;
    c = 7;
    d *= 2;
    int raw[2] = {3, 4};
    auto [e, f] = raw;
    raw[0] = 50;
    Point q{1, 2};
    const auto& [u, v] = q;
    q.y = 9;
    return x * (p.first + p.second) + a + b + e + f + u + v;
  }
};
