// AIM: Autocast is on in a function, a lambda and the forward of a submodule.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <ATen/autocast_mode.h>
#include <torch/torch.h>

#include "../../Inputs/Autocast.h"

struct Block : torch::nn::Module {
  torch::nn::Linear fc{3, 3};
  Block() { register_module("fc", fc); }
  torch::Tensor forward(torch::Tensor x) {
    Autocast on;
    return fc(x);
  }
};

template <class Run>
torch::Tensor in_bfloat16(Run run, const torch::Tensor& x) {
  Autocast on;
  return run(x);
}

struct Net : torch::nn::Module {
  std::shared_ptr<Block> block = std::make_shared<Block>();
  torch::nn::Linear fc{3, 3};
  Net() {
    register_module("block", block);
    register_module("fc", fc);
  }
  torch::Tensor forward(torch::Tensor x) {
    auto y = block->forward(x).to(torch::kFloat) + fc(x);
    return in_bfloat16([this](const torch::Tensor& t) { return fc(t); }, y) + fc(y);
  }
};
