// AIM: [*this] captures a copy of the object, [this] a pointer to it.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Policy {
  double rate = 2;
  auto fixed() const {
    return [*this](torch::Tensor x) { return x * rate; };
  }
  auto live() const {
    return [this](torch::Tensor x) { return x * rate; };
  }
};
struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    Policy policy;
    auto fixed = policy.fixed();
    auto live = policy.live();
    policy.rate = 30;
    return fixed(x) + live(x);
  }
};
