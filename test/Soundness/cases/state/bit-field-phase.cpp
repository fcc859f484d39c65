// AIM: A bit-field member wraps at its width and is kept from call to call.
// EXPECT: equal or refused
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Phase {
  unsigned step : 2;
  unsigned done : 1;
};
struct Net : torch::nn::Module {
  Phase phase{2, 0};
  torch::Tensor forward(torch::Tensor x) {
    phase.step += 1;
    if (phase.step == 0) phase.done = 1;
    return x * static_cast<int>(phase.step) + static_cast<int>(phase.done) * 10;
  }
};
