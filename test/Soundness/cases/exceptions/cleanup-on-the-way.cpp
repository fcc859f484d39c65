// AIM: Locals are destroyed before a handler runs; a guard puts the member back by then.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Restore {
  double& value;
  double old;
  explicit Restore(double& value, double now) : value(value), old(value) { value = now; }
  ~Restore() { value = old; }
};
struct Net : torch::nn::Module {
  double gain = 2;
  torch::Tensor risky(torch::Tensor x) {
    Restore restore(gain, 50);
    x = x * gain;
    if (gain > 10) throw std::runtime_error("too much");
    return x;
  }
  torch::Tensor forward(torch::Tensor x) {
    try {
      return risky(x);
    } catch (const std::runtime_error&) {
      return x * gain;
    }
  }
};
