// AIM: By detach, under a guard, or before it is one, nothing flows into a parameter.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor weight, early, detached, guarded, mask, like, data, later;
  Net() {
    auto start = torch::arange(3.0f);
    early = register_buffer("early", start * 2);
    weight = register_parameter("weight", start);
    detached = register_buffer("detached", weight.detach() * 3);
    {
      torch::NoGradGuard guard;
      weight.mul_(1.5);
      guarded = register_buffer("guarded", weight * 4);
    }
    mask = register_buffer("mask", weight > 1);
    like = register_buffer("like", torch::zeros_like(weight) + 1);
    later = weight * 5;
    data = register_buffer("data", weight.data() + 6);
  }
  torch::Tensor forward(torch::Tensor x) {
    return x * early + detached * guarded * weight + mask * like + data + later.detach();
  }
};
