// AIM: A static object counts.
// EXPECT: equal
// ARGS: --state=buffers
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Counter {
  int n;
  int next() { return n += 2; }
};
struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    static Counter counter{3};
    return x * counter.next();
  }
};
