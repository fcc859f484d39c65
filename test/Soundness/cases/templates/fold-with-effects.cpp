// AIM: A fold over a comma calls each function in order; over && it stops at the first false.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  int calls = 0;
  bool small(double value) {
    ++calls;
    return value < 3;
  }
  template <typename... Values>
  bool all_small(Values... values) {
    return (small(values) && ...);
  }
  template <typename... Steps>
  static torch::Tensor chain(torch::Tensor x, Steps... steps) {
    ((x = steps(x)), ...);
    return x;
  }
  torch::Tensor forward(torch::Tensor x) {
    calls = 0;
    bool all = all_small(1, 5.5, 2, 0);
    auto y = chain(x, [](torch::Tensor t) { return t * 2; }, [](torch::Tensor t) { return t + 3; });
    return y + calls * 10 + all;
  }
};
