// AIM: forward puts the whole model into another mode and back.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::nn::Dropout drop{0.5};
  torch::nn::Linear fc{3, 3};
  Net() {
    register_module("drop", drop);
    register_module("fc", fc);
  }
  torch::Tensor forward(torch::Tensor x) {
    bool was = is_training();
    eval();
    auto a = drop(fc(x));
    train(was);
    return a + drop(x);
  }
};
