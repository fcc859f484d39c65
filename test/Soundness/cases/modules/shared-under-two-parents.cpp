// AIM: One module under two parents is one set of weights: a change in place is seen by both.
// EXPECT: equal or refused
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct WrapImpl : torch::nn::Module {
  torch::nn::Linear inner;
  explicit WrapImpl(torch::nn::Linear shared) : inner(shared) { register_module("inner", inner); }
  torch::Tensor forward(torch::Tensor x) { return inner(x); }
};
TORCH_MODULE(Wrap);
struct Net : torch::nn::Module {
  torch::nn::Linear shared{3, 3};
  Wrap left{shared}, right{shared};
  Net() {
    register_module("left", left);
    register_module("right", right);
    torch::NoGradGuard no_grad;
    left->inner->weight.fill_(0.25);
  }
  torch::Tensor forward(torch::Tensor x) { return left(x) + right(x) * 2; }
};
