// AIM: A base constructor does not call the derived class's reset, a later call does.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct BaseImpl : torch::nn::Module {
  torch::Tensor weight;
  BaseImpl() {
    weight = register_parameter("weight", torch::zeros({3}));
    reset();
  }
  virtual void reset() {
    torch::NoGradGuard guard;
    weight.fill_(1);
  }
};
struct Net : BaseImpl {
  bool again;
  explicit Net(bool again = true) : again(again) {
    if (again) reset();
  }
  void reset() override {
    torch::NoGradGuard guard;
    weight.add_(5);
  }
  torch::Tensor forward(torch::Tensor x) { return x * weight; }
};
