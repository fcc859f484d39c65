// AIM: A helper that is no module holds layers that the model registers.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Stage {
  torch::nn::Linear fc;
  double gain;
  Stage(torch::nn::Linear fc, double gain) : fc(std::move(fc)), gain(gain) {}
  torch::Tensor operator()(torch::Tensor x) { return fc(x) * gain; }
};
struct Net : torch::nn::Module {
  std::vector<Stage> stages;
  Net() {
    for (int i = 0; i < 2; ++i) {
      torch::nn::Linear fc(3, 3);
      register_module("stage" + std::to_string(i), fc);
      stages.emplace_back(fc, 0.5 + i);
    }
  }
  torch::Tensor forward(torch::Tensor x) {
    for (auto stage : stages) {
      x = stage(x);
      stage.gain = 100;
    }
    return x;
  }
};
