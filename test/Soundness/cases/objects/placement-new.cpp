// AIM: Placement new makes an object in storage that is there; the destructor is called by hand.
// EXPECT: equal or refused
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Step {
  double rate;
  explicit Step(double rate) : rate(rate) {}
  ~Step() { rate = -1; }
};
struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    alignas(Step) unsigned char storage[sizeof(Step)];
    auto* step = new (storage) Step(2.5);
    x = x * step->rate;
    step->~Step();
    step = new (storage) Step(4);
    auto y = x + step->rate;
    step->~Step();
    return y;
  }
};
