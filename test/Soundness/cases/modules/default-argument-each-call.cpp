// AIM: A default argument is evaluated anew in each call that leaves it out.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

static int made = 0;
struct LayerImpl : torch::nn::Module {
  torch::nn::Linear fc{nullptr};
  explicit LayerImpl(int64_t out = 3 + made++) {
    fc = register_module("fc", torch::nn::Linear(3, out));
  }
  torch::Tensor forward(torch::Tensor x) { return fc(x); }
};
TORCH_MODULE(Layer);
struct Net : torch::nn::Module {
  Layer first{nullptr}, second{nullptr}, third{nullptr};
  Net() {
    made = 0;
    first = register_module("first", Layer());
    second = register_module("second", Layer());
    third = register_module("third", Layer(2));
  }
  torch::Tensor forward(torch::Tensor x) { return torch::cat({first(x), second(x), third(x)}, 1); }
};
