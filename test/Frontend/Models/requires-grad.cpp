// What is not trained: a parameter of the model's own remembers it; for one of LibTorch's modules
// the init graph says it, when the module is made.
// RUN: fx-clang-trace %s -- 2>&1 | FileCheck %s --implicit-check-not=remark
#include <torch/torch.h>

struct NetImpl : torch::nn::Module {
  NetImpl() {
    register_module("fc", fc);
    scale = register_parameter("scale", torch::ones({4}));
    scale.set_requires_grad(false);
    shift = register_parameter("shift", torch::zeros({4}), /*requires_grad=*/false);
    shift.requires_grad_();
    fc->weight.set_requires_grad(false);
  }
  torch::Tensor forward(torch::Tensor x) { return fc->forward(x) * scale + shift; }
  torch::nn::Linear fc{4, 4};
  torch::Tensor scale, shift;
};
TORCH_MODULE(Net);
// CHECK: parameter scale = %ones {requires_grad = False}
// CHECK: parameter shift = %zeros{{$}}
// CHECK: %fc : {{.*}}call_module[target=fc](args = (), kwargs = {})
// CHECK-NEXT: torch.ones
// CHECK-NEXT: torch.zeros
// CHECK-NEXT: %fc_weight : {{.*}}get_attr[target=fc.weight]
// CHECK-NEXT: call_method[target=requires_grad_](args = (%fc_weight, False)
