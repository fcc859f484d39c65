// A form in place is the operation also where code behind it asks the tensor that it overwrites for its sizes or type:
// these stay. Who reads the elements would read others.
// RUN: %fx-clang-trace %s --root=Sizes --rules=%S/Inputs/relu-to-sigmoid.cpp --rewrite -- 2>/dev/null | FileCheck %s
// RUN: %fx-clang-trace %s --root=Elements --rules=%S/Inputs/relu-to-sigmoid.cpp --rewrite -- | count 0

#include <torch/torch.h>

// CHECK: +    auto y = torch::sigmoid(h);
struct Sizes : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    auto h = fc(x);
    auto y = torch::relu_(h);
    y = y + h.size(0) + h.sizes()[1] + h.numel();
    return y.to(h.dtype()).view({h.size(0), -1});
  }
  torch::nn::Linear fc{register_module("fc", torch::nn::Linear(4, 4))};
};

struct Elements : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    auto h = fc(x);
    auto y = torch::relu_(h);
    return y + h;
  }
  torch::nn::Linear fc{register_module("fc", torch::nn::Linear(4, 4))};
};
