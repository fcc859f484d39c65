// AIM: An override of train() resets the count, which is refused.
// EXPECT: refused: an override of train() changes it, too
// ARGS: --state=buffers
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  int calls = 0;
  void train(bool on) override {
    torch::nn::Module::train(on);
    calls = 0;
  }
  torch::Tensor forward(torch::Tensor x) { return x * (++calls); }
};
