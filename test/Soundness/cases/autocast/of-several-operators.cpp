// AIM: Convolutions, products and what stays in float32 under autocast.
// EXPECT: equal
// INPUT: torch::randn({2, 1, 4, 4})
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
  torch::nn::Conv2d conv{torch::nn::Conv2dOptions(1, 2, 2)};
  torch::nn::BatchNorm2d norm{2};
  Net() {
    register_module("conv", conv);
    register_module("norm", norm);
  }
  torch::Tensor forward(torch::Tensor x) {
    Autocast on;
    auto y = norm(conv(x));
    auto z = torch::matmul(y, y.transpose(2, 3));
    return torch::softmax(z, -1) + torch::mse_loss(y, torch::zeros_like(y));
  }
};
