// AIM: A virtual call in a base's constructor runs the base's own function.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct BlockImpl : torch::nn::Module {
  torch::nn::Linear fc{nullptr};
  BlockImpl() { fc = register_module("fc", torch::nn::Linear(3, width())); }
  virtual int64_t width() const { return 3; }
  torch::Tensor forward(torch::Tensor x) { return fc(x) * double(width()); }
};
struct Net : BlockImpl {
  int64_t width() const override { return 5; }
};
