// AIM: An override of train() resets a count that later calls read.
// EXPECT: refused: forward changes the member 'step' here
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    const int now = step++;
    return now > 1 ? x * now : x;
  }
  void train(bool on) override {
    step = 1;
    torch::nn::Module::train(on);
  }
  int step = 1;
};
