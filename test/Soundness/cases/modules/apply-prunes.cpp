// AIM: apply() with a function that tests each module's class writes into the weights of some.
// EXPECT: equal or refused
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::nn::Sequential body{torch::nn::Linear(3, 3), torch::nn::Tanh(), torch::nn::Linear(3, 3)};
  int linears = 0;
  Net() {
    register_module("body", body);
    apply([this](torch::nn::Module& module) {
      if (auto* linear = module.as<torch::nn::Linear>()) {
        torch::NoGradGuard no_grad;
        linear->bias.fill_(++linears);
      }
    });
  }
  torch::Tensor forward(torch::Tensor x) { return body->forward(x) * linears; }
};
