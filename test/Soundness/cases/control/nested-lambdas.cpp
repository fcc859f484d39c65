// AIM: Lambdas in lambdas, by reference, by value and with their own state.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    int n = 1;
    auto outer = [&n, x](int k) {
      auto inner = [&, k]() mutable {
        n += k;
        k *= 2;
        return k;
      };
      int a = inner(), b = inner();
      return x * (a * 10 + b);
    };
    auto first = outer(2);
    auto counter = [n]() mutable { return n++; };
    int c = counter() + counter() * 10;
    auto copy = counter;
    c += copy() * 100 + counter() * 1000;
    return first + outer(3) + n + c;
  }
};
