// AIM: A range-for keeps the temporary it iterates over alive until the loop ends.
// EXPECT: equal or refused
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

#include <array>

static int alive = 0;
struct Taps {
  std::array<int, 3> values{1, 2, 4};
  Taps() { ++alive; }
  ~Taps() { --alive; }
  const int* begin() const { return values.data(); }
  const int* end() const { return values.data() + values.size(); }
};
struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    int sum = 0;
    for (int tap : Taps())
      sum += tap * alive;
    return x * sum + alive;
  }
};
