// AIM: A base that is inherited twice without virtual is there twice, with separate values.
// EXPECT: equal or refused
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Gain {
  double gain = 1;
  torch::Tensor apply(torch::Tensor x) const { return x * gain; }
};
struct Input : Gain {
  Input() { gain = 2; }
};
struct Output : Gain {
  Output() { gain = 30; }
};
struct Path : Input, Output {
  torch::Tensor run(torch::Tensor x) const { return Output::apply(Input::apply(x) + 1); }
};
struct Net : torch::nn::Module {
  Path path;
  torch::Tensor forward(torch::Tensor x) { return path.run(x); }
};
