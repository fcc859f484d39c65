// AIM: F::batch_norm with the model's own buffers.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor mean, variance, gain;
  Net() {
    mean = register_buffer("mean", torch::zeros({3}));
    variance = register_buffer("variance", torch::ones({3}));
    gain = register_parameter("gain", torch::full({3}, 2.0));
  }
  torch::Tensor forward(torch::Tensor x) {
    namespace F = torch::nn::functional;
    return F::batch_norm(
        x, mean, variance,
        F::BatchNormFuncOptions().weight(gain).training(is_training()).momentum(0.3));
  }
};
