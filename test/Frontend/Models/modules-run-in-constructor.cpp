// A module that the constructor runs in training mode: what it changes of itself, and that it draws
// random numbers, is said; one in evaluation mode changes nothing.
// RUN: fx-clang-trace %s --emit=fx -- 2>&1 | FileCheck %s
#include <torch/torch.h>
struct Net : torch::nn::Module {
  torch::nn::Sequential body{torch::nn::BatchNorm1d(3), torch::nn::Dropout(0.5)};
  torch::nn::BatchNorm1d quiet{3};
  Net() {
    register_module("body", body);
    register_module("quiet", quiet);
    // CHECK: :[[@LINE+2]]:{{.*}} remark: the constructor runs '0' here, which changes 'running_mean', 'running_var' and 'num_batches_tracked' of it
    // CHECK: :[[@LINE+1]]:{{.*}} remark: the constructor runs '1' here, which draws random numbers
    body->forward(torch::ones({2, 3}));
    quiet->eval();
    // CHECK-NOT: :[[@LINE+1]]:{{.*}} remark
    quiet(torch::ones({2, 3}));
  }
  torch::Tensor forward(torch::Tensor x) { return quiet(body->forward(x)); }
};
