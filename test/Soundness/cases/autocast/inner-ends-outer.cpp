// AIM: A class that does not ask what was set switches autocast off for the object around it, too.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <ATen/autocast_mode.h>
#include <torch/torch.h>

struct Fast {
  Fast() { at::autocast::set_cpu_enabled(true); }
  ~Fast() {
    at::autocast::clear_cache();
    at::autocast::set_cpu_enabled(false);
  }
};

struct Net : torch::nn::Module {
  torch::nn::Linear first{3, 3}, second{3, 3};
  Net() {
    register_module("first", first);
    register_module("second", second);
  }
  std::tuple<torch::Tensor, torch::Tensor> forward(torch::Tensor x) {
    Fast outer;
    auto y = first(x);
    {
      Fast inner;
      y = second(y) + y;
    }
    return std::make_tuple(y, first(x));
  }
};
