// AIM: Autocast is on in a function, a lambda and the forward of a submodule.
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

struct Block : torch::nn::Module {
  torch::nn::Linear fc{3, 3};
  Block() { register_module("fc", fc); }
  torch::Tensor forward(torch::Tensor x) {
    Autocast on;
    return fc(x);
  }
};

template <class Run>
torch::Tensor in_bfloat16(Run run, const torch::Tensor& x) {
  Autocast on;
  return run(x);
}

struct Net : torch::nn::Module {
  std::shared_ptr<Block> block = std::make_shared<Block>();
  torch::nn::Linear fc{3, 3};
  Net() {
    register_module("block", block);
    register_module("fc", fc);
  }
  torch::Tensor forward(torch::Tensor x) {
    auto y = block->forward(x).to(torch::kFloat) + fc(x);
    return in_bfloat16([this](const torch::Tensor& t) { return fc(t); }, y) + fc(y);
  }
};
