// AIM: A flag that an override of train() keeps decides, not is_training().
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  bool noisy = false;
  void train(bool on = true) override {
    torch::nn::Module::train(on);
    noisy = on;
  }
  torch::Tensor forward(torch::Tensor x) { return noisy ? x + torch::rand_like(x) : x * 2; }
};
