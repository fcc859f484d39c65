// A model that is itself one of LibTorch's modules: its own weights stand under a name of their own,
// and a remark says that the state dict has them without it.
// RUN: fx-clang-trace %s --root='Scaled(3, 4)' -- 2>&1 | FileCheck %s
#include <torch/torch.h>

struct ScaledImpl : torch::nn::LinearImpl {
  ScaledImpl(int64_t in, int64_t out) : LinearImpl(in, out) {}
  // CHECK: :[[#@LINE+1]]:{{.*}} remark: the model is itself a torch::nn::Linear: its weights stand in the graph under 'linear.', and without that in the model's state dict
  torch::Tensor forward(torch::Tensor x) { return LinearImpl::forward(x) * 2; }
};
TORCH_MODULE(Scaled);
// CHECK: module Scaled {
// CHECK: linear: torch::nn::Linear(in_features = 3, out_features = 4)
// CHECK: call_module[target=linear](args = (%x,), kwargs = {})
