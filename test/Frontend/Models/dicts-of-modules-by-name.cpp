// contains() tells whether a ModuleDict has a module of that name.
// RUN: fx-clang-trace %s --emit=fx -- | FileCheck %s
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::nn::ModuleDict blocks;
  Net() {
    std::vector<std::pair<std::string, std::shared_ptr<torch::nn::Module>>> made;
    made.emplace_back("first", torch::nn::Linear(3, 3).ptr());
    blocks = torch::nn::ModuleDict(made);
    register_module("blocks", blocks);
  }
  // CHECK: call_module[target=blocks.first]
  // CHECK-NOT: operator.add
  torch::Tensor forward(torch::Tensor x) {
    if (blocks->contains("first")) x = blocks["first"]->as<torch::nn::Linear>()->forward(x);
    if (blocks->contains("second")) x = x + 1;
    return x;
  }
};
