// AIM: What autocast makes of a tensor's type may decide.
// EXPECT: equal or refused
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
  torch::Tensor forward(torch::Tensor x) {
    Autocast on;
    auto y = first(x);
    auto z = y.to(torch::kFloat);
    return y.scalar_type() == torch::kBFloat16 ? y * 2 : z;
  }
};
