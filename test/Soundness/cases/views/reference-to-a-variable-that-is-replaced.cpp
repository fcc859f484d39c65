// AIM: A reference to what relu_ returns names the variable, also after that got another tensor.
// EXPECT: equal
// INPUT: torch::randn({3, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::nn::Linear fc{3, 3};
  torch::Tensor mask;
  Net() {
    register_module("fc", fc);
    mask = register_buffer("mask", torch::ones({3}));
  }
  torch::Tensor forward(torch::Tensor x) {
    auto y = x * 2;
    const auto& identity = y.relu_().add_(1);
    y = fc(identity);
    y = y + identity;
    auto& same = torch::sigmoid_(y);
    same = same * 3;
    const auto& kept = mask.mul_(2);
    return y * 10 + same + kept;
  }
};
