// One source for modules of the user's and of torch::nn: it cannot be fx::call for some of them.
// RUN: not fx-clang-trace %s --root=Net --leaf=Block --rules=leaf-modules --rewrite -- 2>&1 | FileCheck %s
#include <torch/torch.h>

struct BlockImpl : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) { return torch::relu(x); }
};
TORCH_MODULE(Block);

template <class Module>
torch::Tensor run(Module& module, torch::Tensor x) {
  // CHECK: some-runs.cpp:[[@LINE+2]]:{{[0-9]+}}: error: this cannot be changed in place: this code runs 2 times, and 1 of them changed [change-of-some-runs]
  // CHECK: note: a loop or a module that is used more than once has one source for all
  return module->forward(x);
}

struct NetImpl : torch::nn::Module {
  NetImpl() {
    register_module("block", block);
    register_module("fc", fc);
  }
  torch::Tensor forward(torch::Tensor x) { return run(fc, run(block, x)); }
  Block block;
  torch::nn::Linear fc{4, 4};
};
TORCH_MODULE(Net);
