// A constructor may put modules in evaluation mode, until the model's own train() or eval(): a graph is
// what the model does after that, and a remark names the modules of which that matters.
// RUN: fx-clang-trace %s -- 2>&1 | FileCheck %s --implicit-check-not=remark
// RUN: not fx-clang-trace %s --strict -- 2>&1 | FileCheck %s --check-prefix=STRICT
#include <torch/torch.h>

struct NetImpl : torch::nn::Module {
  NetImpl() {
    register_module("norm", norm);
    register_module("fc", fc);
    register_module("layers", layers);
    norm->eval(); // frozen, as long as nobody calls train()
    fc->eval();   // does the same in both modes
    layers->eval();
  }
  // CHECK: remark: 'norm' is in evaluation mode when the constructor ends, and stays so until the first train()
  // CHECK: remark: 'layers.1' is in evaluation mode when the constructor ends
  // STRICT: error: 'norm' is in evaluation mode
  torch::Tensor forward(torch::Tensor x) { return layers->forward(norm(fc(x))); }
  torch::nn::BatchNorm1d norm{3};
  torch::nn::Linear fc{3, 3};
  torch::nn::Sequential layers{torch::nn::Linear(3, 3), torch::nn::Dropout(0.5)};
};
TORCH_MODULE(Net);
