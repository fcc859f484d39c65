// Config structs copy; references alias.
// RUN: fx-clang-trace %s --emit=fx -- | FileCheck %s
#include <torch/torch.h>

struct Config {
  int width = 3;
  std::vector<int> sizes{1, 2};
};
static void widen(Config& config) {
  config.width *= 10;
}

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    Config a;
    Config b = a;
    Config& alias = a;
    widen(alias);
    b.sizes.push_back(7);
    return x + a.width + b.width + int(a.sizes.size()) + b.sizes[2];
  }
};

// CHECK: operator.add](args = (%x, 30)
// CHECK: operator.add](args = (%add, 3)
// CHECK: operator.add](args = (%add_1, 2)
// CHECK: operator.add](args = (%add_2, 7)
