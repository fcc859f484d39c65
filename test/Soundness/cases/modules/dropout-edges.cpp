// AIM: Dropout with p of 0 and 1, in place, Dropout2d and AlphaDropout.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::nn::Dropout none{torch::nn::DropoutOptions(0.0)},
      inplace{torch::nn::DropoutOptions(0.3).inplace(true)};
  torch::nn::Dropout2d whole{0.5};
  torch::nn::AlphaDropout alpha{0.2};
  Net() {
    register_module("none", none);
    register_module("inplace", inplace);
    register_module("whole", whole);
    register_module("alpha", alpha);
  }
  torch::Tensor forward(torch::Tensor x) {
    auto y = x * 1;
    auto z = inplace(y);
    auto w = whole(x.view({1, 4, 3, 1})).view({4, 3});
    return none(x) + z + y + w + alpha(x);
  }
};
