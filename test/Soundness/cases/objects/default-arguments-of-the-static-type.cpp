// AIM: A virtual call takes the default arguments of the class that the caller knows.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Base {
  virtual ~Base() = default;
  virtual torch::Tensor scale(torch::Tensor x, int by = 2) { return x * by; }
};
struct Derived : Base {
  torch::Tensor scale(torch::Tensor x, int by = 5) override { return x + by; }
};
struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    Derived d;
    Base& b = d;
    return b.scale(x) * 100 + d.scale(x) * 10 + b.scale(x, 7);
  }
};
