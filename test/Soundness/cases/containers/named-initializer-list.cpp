// AIM: Two vectors from one named initializer_list have elements of their own.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Part {
  int n;
};
struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    std::initializer_list<Part> il = {{1}, {2}};
    std::vector<Part> v(il), w(il);
    v[0].n = 5;
    w = il;
    w[1].n = 7;
    return x + v[0].n + w[0].n * 10 + v[1].n * 100 + w[1].n * 1000 + il.begin()->n * 10000;
  }
};
