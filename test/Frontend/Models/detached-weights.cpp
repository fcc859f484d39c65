// detach_() of a weight takes away that it is trained, as requires_grad_(false) does.
// RUN: fx-clang-trace %s -- 2>&1 | FileCheck %s --implicit-check-not=remark
#include <torch/torch.h>

struct Net : torch::nn::Module {
  Net() {
    register_module("fc", fc);
    scale = register_parameter("scale", torch::ones({4}));
    scale.detach_();
    fc->weight.detach_();
    // What is not trained may be written to.
    fc->weight.fill_(1);
  }
  torch::Tensor forward(torch::Tensor x) { return fc->forward(x) * scale; }
  torch::nn::Linear fc{4, 4};
  torch::Tensor scale;
};
// CHECK: parameter scale = %ones {requires_grad = False}
// CHECK: %[[WEIGHT:.*]] : {{.*}}get_attr[target=fc.weight]
// CHECK: call_method[target=requires_grad_](args = (%[[WEIGHT]], False)
// CHECK: call_method[target=fill_]
