// AIM: What a class derived from a layer writes to its weights, and freezes, is so in the generated model.
// EXPECT: equal
// INPUT: torch::randn({2, 3, 5, 5})
#include <torch/torch.h>

struct Shift : torch::nn::Conv2dImpl {
  explicit Shift(double by) : Conv2dImpl(torch::nn::Conv2dOptions(3, 3, 1)) {
    torch::NoGradGuard guard;
    weight.copy_(torch::eye(3).view({3, 3, 1, 1}));
    bias.fill_(by);
    for (auto& parameter : parameters())
      parameter.requires_grad_(false);
  }
};
struct Net : torch::nn::Module {
  std::shared_ptr<Shift> shift;
  torch::nn::Conv2d body{nullptr};
  Net() {
    shift = register_module("shift", std::make_shared<Shift>(-0.5));
    body = register_module("body", torch::nn::Conv2d(3, 2, 1));
  }
  torch::Tensor forward(torch::Tensor x) { return body(shift->forward(x)); }
};
