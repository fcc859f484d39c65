// AIM: modules() lists the module itself, which throws in its constructor: nothing owns it yet.
// EXPECT: refused
// INPUT: torch::randn({2, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::nn::Linear fc{3, 3};
  Net() {
    register_module("fc", fc);
    for (auto& module : modules())
      if (auto* linear = module->as<torch::nn::Linear>()) torch::nn::init::ones_(linear->weight);
  }
  torch::Tensor forward(torch::Tensor x) { return fc(x); }
};
