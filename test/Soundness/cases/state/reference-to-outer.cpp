// AIM: A member that is a reference writes to an object that is no member.
// EXPECT: equal or refused
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Schedule {
  double rate = 1.0;
};
static Schedule schedule;
struct Net : torch::nn::Module {
  Schedule& plan;
  explicit Net(Schedule& plan = schedule) : plan(plan) {}
  torch::Tensor forward(torch::Tensor x) {
    auto y = x * plan.rate;
    plan.rate *= 0.5;
    return y;
  }
};
