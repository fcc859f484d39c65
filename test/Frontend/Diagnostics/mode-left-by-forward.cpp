// A mode that forward leaves a module in, and that no later call reads, is told as any other member is.
// RUN: fx-clang-trace %s --root=Net -- 2>&1 | FileCheck %s
// RUN: fx-clang-trace %s --root=PutBack -- 2>&1 | FileCheck %s --check-prefix=BACK
// BACK-NOT: remark
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    drop->train();
    x = drop(x);
    // CHECK: :[[@LINE+1]]:{{.*}}: remark: forward changes the mode of 'drop': no later call reads it, and the graph does not keep it
    drop->eval();
    return x;
  }
  torch::nn::Dropout drop = register_module("drop", torch::nn::Dropout(0.5));
};

struct PutBack : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    const bool was = drop->is_training();
    drop->train();
    x = drop(x);
    drop->train(was);
    return x;
  }
  torch::nn::Dropout drop = register_module("drop", torch::nn::Dropout(0.5));
};
