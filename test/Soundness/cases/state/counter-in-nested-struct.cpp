// AIM: A counter two structs deep in a member outlives the call.
// EXPECT: equal or refused
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Statistics {
  struct Calls {
    int64_t forward = 0;
  } calls;
};
struct Net : torch::nn::Module {
  Statistics statistics;
  torch::nn::Linear fc{3, 3};
  Net() { register_module("fc", fc); }
  torch::Tensor forward(torch::Tensor x) {
    auto& calls = statistics.calls;
    calls.forward += 1;
    return fc(x) / static_cast<double>(calls.forward);
  }
};
