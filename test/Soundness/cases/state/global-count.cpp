// AIM: A variable of a namespace counts the calls.
// EXPECT: equal
// ARGS: --state=buffers
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

namespace stats {
int total = 0;
}
using stats::total;
struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    total += 2;
    return x * total;
  }
};
