// What is not trained: a parameter of the model's own remembers it; for one of LibTorch's modules a
// remark says that it is lost.
// RUN: fx-clang-trace %s -- 2>&1 | FileCheck %s
#include <torch/torch.h>

struct NetImpl : torch::nn::Module {
  NetImpl() {
    register_module("fc", fc);
    scale = register_parameter("scale", torch::ones({4}));
    scale.set_requires_grad(false);
    shift = register_parameter("shift", torch::zeros({4}), /*requires_grad=*/false);
    shift.requires_grad_();
    // CHECK: :[[#@LINE+1]]:{{.*}} remark: that this tensor is not trained is not kept: it is one of a module of LibTorch's own
    fc->weight.set_requires_grad(false);
  }
  torch::Tensor forward(torch::Tensor x) { return fc->forward(x) * scale + shift; }
  torch::nn::Linear fc{4, 4};
  torch::Tensor scale, shift;
};
TORCH_MODULE(Net);
// CHECK: parameter scale = %ones {requires_grad = False}
// CHECK: parameter shift = %zeros{{$}}
