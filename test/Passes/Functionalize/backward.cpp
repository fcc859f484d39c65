// Backward of a program that writes to its inputs finds what the operators need: a call in place saves a copy for it, and
// so does the graph without writes, where the operator needs one.
// RUN: fx-clang-trace %s --passes='functionalize<distinct>' --verify --input 4x6 --input 4x6 --input 4x6 --input 4x6 -- 2>&1 | FileCheck %s --implicit-check-not=remark --implicit-check-not=DIFFERENT
// RUN: fx-clang-trace %s --passes='functionalize<distinct>' -- | FileCheck %s --check-prefix=GRAPH --implicit-check-not=target=clone
// REQUIRES: libtorch
// CHECK: eval: the same in 2 calls: {{.*}} gradients
// CHECK: train: the same in 2 calls: {{.*}} gradients
#include <torch/torch.h>

struct NetImpl : torch::nn::Module {
  NetImpl() { scale = register_parameter("scale", torch::randn({6})); }
  torch::Tensor forward(torch::Tensor x, torch::Tensor y, torch::Tensor z, torch::Tensor w) {
    // GRAPH: %clone : {{.*}}call_method[target=clone](args = (%x,)
    // GRAPH: call_method[target=sin](args = (%clone,)
    x.sin_();
    x.cos_();
    // GRAPH: %clone_1 : {{.*}}(args = (%getitem,)
    // GRAPH: call_method[target=mul](args = (%clone_1, %scale)
    y[1].mul_(scale);
    // Its result is what backward of exp needs, and of a product with a number nothing.
    // GRAPH: call_method[target=exp](args = (%z,)
    z.exp_();
    // GRAPH: call_method[target=mul](args = (%w, 3)
    w.mul_(3);
    return x * y + z.tanh() * w;
  }
  torch::Tensor scale;
};
TORCH_MODULE(Net);
