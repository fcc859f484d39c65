// AIM: A class that derives from a guard is one.
// EXPECT: equal or refused
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

#include "../../Inputs/TwoLayers.h"

struct Quiet : torch::AutoGradMode {
  torch::Tensor& last;
  explicit Quiet(torch::Tensor& last) : torch::AutoGradMode(false), last(last) {}
  ~Quiet() { last = last * 2; }
};

struct Net : TwoLayers {
  torch::Tensor forward(torch::Tensor x) {
    auto y = first(x);
    {
      Quiet quiet(y);
      y = second(y);
    }
    return y + first(x);
  }
};
