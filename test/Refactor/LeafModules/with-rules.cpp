// Other rules and passes change the source beside it, but not the same code.
// RUN: fx-clang-trace %s --root=Net --rules=leaf-modules --rules=%S/../../Inputs/rules.cpp --rewrite -- 2>/dev/null | grep '^[-+]' | FileCheck %s
// RUN: not fx-clang-trace %s --root=Clash --rules=leaf-modules --rules=%S/../../Inputs/rules.cpp --rewrite -- 2>&1 | FileCheck %s --check-prefix=CLASH
// RUN: not fx-clang-trace %s --root=Net --rules=leaf-modules --rewrite=method -- 2>&1 | FileCheck %s --check-prefix=METHOD
#include <torch/torch.h>

struct BlockImpl : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) { return torch::tanh(x); }
};
TORCH_MODULE(Block);

struct NetImpl : torch::nn::Module {
  NetImpl() { register_module("block", block); }
  torch::Tensor forward(torch::Tensor x) {
    // CHECK: +    return torch::gelu(fx::call(block, torch::gelu(x)));
    return torch::relu(block(torch::relu(x)));
  }
  Block block;
};
TORCH_MODULE(Net);

// CLASH: error: leaf-modules and the other changes touch the same code of {{.*}}with-rules.cpp [leaf-calls-beside-other-changes]
struct ClashImpl : torch::nn::Module {
  ClashImpl() { register_module("block", block); }
  torch::Tensor forward(torch::Tensor x) { return torch::erf(block(x)); }
  Block block;
};
TORCH_MODULE(Clash);

// METHOD: error: leaf-modules changes calls where they stand, and --rewrite=method writes the method anew [leaf-calls-in-a-new-body]
