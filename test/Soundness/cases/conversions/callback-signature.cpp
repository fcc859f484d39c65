// AIM: A std::function converts its arguments and its result to its own signature's types.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

#include <functional>

struct Schedule {
  std::function<int(float)> step;
  std::function<bool(int)> wanted;
};
struct Net : torch::nn::Module {
  Schedule schedule{[](double t) { return t * 2.6; }, [](long n) { return n & 6; }};
  torch::Tensor forward(torch::Tensor x) {
    int on = schedule.wanted(4) + schedule.wanted(6);
    return x * schedule.step(1.25) + on * 10 + schedule.step(16777217) / 1e6;
  }
};
