// AIM: ?: of lvalues is an lvalue: an assignment goes to the chosen one.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    int a = 1, b = 2;
    (a < b ? a : b) = 10;
    (a < b ? a : b) += 100;
    auto t = x + 1, u = x * 2;
    (a > b ? t : u) = x * 0;
    torch::Tensor& chosen = a > b ? u : t;
    chosen += 3;
    return t + u + a + b;
  }
};
