// AIM: Numbers in a struct member and in an array are kept from call to call.
// EXPECT: equal
// ARGS: --state=buffers
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Counts {
  int calls = 0;
  double scale = 1;
};
struct Net : torch::nn::Module {
  Counts counts;
  std::array<int, 2> sums{1, 2};
  torch::Tensor forward(torch::Tensor x) {
    counts.calls += 1;
    counts.scale /= 2;
    sums[0] += sums[1];
    sums[1] += counts.calls;
    return x * counts.scale + sums[0] * 10 + sums[1];
  }
};
