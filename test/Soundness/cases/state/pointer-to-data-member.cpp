// AIM: A write through a pointer to member changes that member for the next call.
// EXPECT: equal or refused
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  double gain = 1, bias = 0;
  double Net::* tuned = &Net::gain;
  torch::Tensor forward(torch::Tensor x) {
    this->*tuned += 1;
    tuned = tuned == &Net::gain ? &Net::bias : &Net::gain;
    return x * gain + bias;
  }
};
