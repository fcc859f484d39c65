// AIM: Submodules of one class keep a state each, and their parent another.
// EXPECT: equal
// INPUT: torch::randn({2, 3})
#include <torch/torch.h>

struct PartImpl : torch::nn::Module {
  torch::Tensor level = torch::ones({3});
  torch::Tensor forward(torch::Tensor x) {
    level = level * 0.5 + 1;
    return x * level;
  }
};
TORCH_MODULE(Part);

struct Net : torch::nn::Module {
  Part left, right;
  torch::Tensor level = torch::ones({3});
  Net() {
    register_module("left", left);
    register_module("right", right);
  }
  torch::Tensor forward(torch::Tensor x) {
    level = torch::neg(level);
    return left(x) + right(left(x)) * level;
  }
};
