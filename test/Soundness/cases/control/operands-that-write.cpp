// AIM: An operand that writes in place runs where it stands.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

static int inc(int& n) {
  return ++n;
}
struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    auto y = x.clone();
    auto a = y * 2 + y.add_(1);
    auto b = y.mul_(2) + y.sub_(3);
    int n = 1;
    auto c = n + inc(n) * 10 + n * 100;
    auto d = y.add(1).mul_(y.add_(1).sum());
    return a + b + c + d;
  }
};
