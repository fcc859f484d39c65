// A traced program without its writes computes the same in both modes, gradients too; and so does what reinplace makes of it.
// RUN: fx-clang-trace %s --passes=functionalize --verify --input 4x6 -- 2>&1 | FileCheck %s --implicit-check-not=remark --implicit-check-not=DIFFERENT
// RUN: fx-clang-trace %s --passes='functionalize,dce,reinplace<inference>' --verify --input 4x6 -- 2>&1 | FileCheck %s --implicit-check-not=DIFFERENT
// RUN: fx-clang-trace %s --passes=functionalize --input 4x6 -- | FileCheck %s --check-prefix=GRAPH --implicit-check-not='{{[a-z]_\]}}' --implicit-check-not='inplace: True'
// REQUIRES: libtorch
// CHECK: eval: the same in 2 calls
// CHECK: train: the same in 2 calls
// GRAPH: return
#include <torch/torch.h>

struct NetImpl : torch::nn::Module {
  NetImpl() { fc = register_module("fc", torch::nn::Linear(6, 6)); }
  torch::Tensor forward(torch::Tensor x) {
    auto h = fc->forward(x);
    h[0] += 1;
    h.narrow(1, 0, 2).mul_(2);
    h.index({torch::indexing::Slice(), 3}) = 0.5;
    auto turned = h.t();
    h.view({2, -1}).select(0, 1).sub_(3);
    h += x;
    h.masked_fill_(x > 1, 0);
    torch::nn::functional::relu(h, torch::nn::functional::ReLUFuncOptions().inplace(true));
    return h.view({-1}) + turned.sum();
  }
  torch::nn::Linear fc{nullptr};
};
TORCH_MODULE(Net);
