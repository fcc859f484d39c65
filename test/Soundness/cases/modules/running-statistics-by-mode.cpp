// AIM: A hand-written norm takes the batch's statistics in training and its buffers otherwise.
// EXPECT: equal or refused
// INPUT: torch::randn({6, 3})
#include <torch/torch.h>

struct NormImpl : torch::nn::Module {
  torch::Tensor mean, steps;
  NormImpl() {
    mean = register_buffer("mean", torch::zeros({3}));
    steps = register_buffer("steps", torch::zeros({}, torch::kLong));
  }
  torch::Tensor forward(torch::Tensor x) {
    auto now = is_training() ? x.mean(0) : mean;
    if (is_training()) {
      mean.copy_(mean.lerp(now.detach(), 0.1));
      steps += 1;
    }
    return x - now;
  }
};
TORCH_MODULE(Norm);
struct Net : torch::nn::Module {
  Norm norm;
  torch::nn::Linear fc{3, 2};
  Net() {
    register_module("norm", norm);
    register_module("fc", fc);
  }
  torch::Tensor forward(torch::Tensor x) { return fc(norm(x)); }
};
