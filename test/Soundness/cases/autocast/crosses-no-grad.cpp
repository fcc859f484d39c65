// AIM: Autocast ends before the mode that began in it.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <ATen/autocast_mode.h>
#include <torch/torch.h>

struct Autocast {
  explicit Autocast(bool on = true)
      : was_(at::autocast::is_cpu_enabled()), dtype_(at::autocast::get_autocast_cpu_dtype()) {
    at::autocast::set_cpu_enabled(on);
    at::autocast::set_autocast_cpu_dtype(at::kBFloat16);
    at::autocast::increment_nesting();
  }
  ~Autocast() {
    if (at::autocast::decrement_nesting() == 0) at::autocast::clear_cache();
    at::autocast::set_cpu_enabled(was_);
    at::autocast::set_autocast_cpu_dtype(dtype_);
  }
  Autocast(const Autocast&) = delete;

private:
  bool was_;
  at::ScalarType dtype_;
};

struct Net : torch::nn::Module {
  torch::nn::Linear first{3, 3}, second{3, 3};
  Net() {
    register_module("first", first);
    register_module("second", second);
  }
  std::tuple<torch::Tensor, torch::Tensor, torch::Tensor> forward(torch::Tensor x) {
    auto on = std::make_unique<Autocast>();
    auto y = first(x);
    torch::NoGradGuard no_grad;
    auto z = second(x);
    on.reset();
    return std::make_tuple(y, z, second(x));
  }
};
