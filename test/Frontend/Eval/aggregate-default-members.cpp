// Default member initialisers of an aggregate see the aggregate's other members.
// RUN: fx-clang-trace %s --emit=fx -- | FileCheck %s
#include <torch/torch.h>
struct Config {
  int width = 3;
  int hidden = width * 4;
};
struct Net : torch::nn::Module {
  int width = 100;
  Config config = Config{5};
  torch::Tensor forward(torch::Tensor x) { return x * config.hidden + Config{}.hidden; }
};
// CHECK: operator.mul](args = (%x, 20)
// CHECK: operator.add](args = (%mul, 12)
