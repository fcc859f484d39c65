// AIM: A thread_local that is not put back keeps its value for the next call.
// EXPECT: equal or refused
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

thread_local int depth = 0;
static torch::Tensor descend(torch::Tensor x) {
  ++depth;
  if (depth % 4 != 0) return descend(x * 0.5) + depth;
  return x;
}
struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) { return descend(x) + (depth > 4 ? 1 : 0); }
};
