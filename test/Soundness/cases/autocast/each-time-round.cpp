// AIM: A loop switches autocast on for each second layer.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <ATen/autocast_mode.h>
#include <torch/torch.h>

#include <optional>

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
    torch::Tensor sum = torch::zeros_like(x);
    for (int i = 0; i < 4; ++i) {
      std::optional<Autocast> on;
      if (i % 2 == 1) on.emplace();
      sum = sum + (i < 2 ? first(x) : second(x));
    }
    return sum;
  }
};
