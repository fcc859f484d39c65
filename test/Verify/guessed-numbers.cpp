// Numbers are found too, those that the rest of the model needs; slices of sizes are lists of C++.
// REQUIRES: libtorch
// RUN: fx-clang-trace %s --verify=eval -- | FileCheck %s
// RUN: fx-clang-trace %s --emit=cpp -- | FileCheck %s --check-prefix=CPP
#include <torch/torch.h>

// CHECK: inputs: x=2x[[N:[0-9]+]]x32:float32 heads=4 scale=0.5 causal=false
// CHECK: eval: output: 2x3x[[N]]x8:float32, largest difference 0 absolute
struct Net : torch::nn::Module {
  torch::nn::Linear fc = register_module("fc", torch::nn::Linear(32, 24));
  torch::Tensor forward(torch::Tensor x, int64_t heads, double scale, bool causal) {
    // CPP: x.sizes().slice(1).vec()
    // CPP: x.sizes().slice(1, 1).vec()
    auto noise = torch::zeros(x.sizes().slice(1)) + torch::zeros(x.sizes().slice(1, 1)).sum();
    x = fc(x + noise) * scale;
    x = x.view({x.size(0), x.size(1), 3, 8}).transpose(1, 2);
    return x.reshape({x.size(0), 3, -1, heads * 2});
  }
};
