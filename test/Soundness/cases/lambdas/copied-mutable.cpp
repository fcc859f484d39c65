// AIM: Copying a mutable lambda copies its state; passing it by value leaves the original's.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

#include <functional>

template <typename F>
static int twice(F next) {
  next();
  return next();
}
struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    auto next = [n = 10]() mutable { return n += 1; };
    int first = twice(next);
    int second = next();
    std::function<int()> held = next;
    auto other = held;
    held();
    return x * first + second * 100 + held() * 1e4 + other();
  }
};
