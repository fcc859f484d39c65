// AIM: A struct holds tensors that forward replaces.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct State {
  torch::Tensor h = torch::zeros({3}), c = torch::ones({3});
};
struct Net : torch::nn::Module {
  State state;
  torch::Tensor forward(torch::Tensor x) {
    state.h = torch::tanh(state.h + state.c);
    state.c = state.c * 0.5;
    return x + state.h;
  }
};
