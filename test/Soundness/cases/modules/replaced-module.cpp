// AIM: replace_module puts another module under a name; the old handle stays what it was.
// EXPECT: equal or refused
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::nn::Linear fc{nullptr};
  torch::nn::Linear old{nullptr};
  Net() {
    fc = register_module("fc", torch::nn::Linear(3, 3));
    old = fc;
    fc = replace_module("fc", torch::nn::Linear(torch::nn::LinearOptions(3, 3).bias(false)));
  }
  torch::Tensor forward(torch::Tensor x) { return fc(x) * (old.is_empty() ? 1 : 2); }
};
