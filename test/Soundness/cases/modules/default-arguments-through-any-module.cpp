// AIM: AnyModule and Sequential take default arguments from FORWARD_HAS_DEFAULT_ARGS.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct ScaleImpl : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x, torch::Tensor shift = {}, double factor = 2) {
    return (shift.defined() ? x + shift : x * 3) * factor;
  }

protected:
  FORWARD_HAS_DEFAULT_ARGS({1, torch::nn::AnyValue(torch::Tensor())}, {2, torch::nn::AnyValue(5.0)})
};
TORCH_MODULE(Scale);

struct Net : torch::nn::Module {
  torch::nn::AnyModule any{Scale()};
  torch::nn::Sequential chain{Scale(), Scale()};
  Scale held;
  Net() {
    register_module("any", any.ptr());
    register_module("chain", chain);
    register_module("held", held);
  }
  torch::Tensor forward(torch::Tensor x) {
    auto y = x.tanh();
    return any.forward(y) + chain->forward(y) * 10 + held(y) * 100 + any.forward(y, y) +
           chain->forward(y, y, 0.5) + held->forward(y, y);
  }
};
