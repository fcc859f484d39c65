// AIM: Modules with several operators, and dropout, under autocast.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <ATen/autocast_mode.h>
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::nn::Sequential layers{torch::nn::Linear(3, 4), torch::nn::ReLU(), torch::nn::Dropout(0.5),
                               torch::nn::LayerNorm(torch::nn::LayerNormOptions({4}))};
  torch::nn::GRU gru{4, 4};
  Net() {
    register_module("layers", layers);
    register_module("gru", gru);
  }
  torch::Tensor forward(torch::Tensor x) {
    const bool before = at::autocast::is_cpu_enabled();
    at::autocast::set_cpu_enabled(true);
    auto y = layers->forward(x);
    at::autocast::set_cpu_enabled(before);
    auto z = std::get<0>(gru->forward(y.to(torch::kFloat).unsqueeze(0)));
    return z * y + torch::einsum("ij,kj->ik", {x, x}).sum();
  }
};
