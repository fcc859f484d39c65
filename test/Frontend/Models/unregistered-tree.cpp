// User modules that were never registered, with children, and children of a Sequential that is gone.
// RUN: fx-clang-trace %s -- 2>&1 | FileCheck %s
#include <torch/torch.h>
struct BlockImpl : torch::nn::Module {
  BlockImpl() { fc = register_module("fc", torch::nn::Linear(2, 2)); }
  torch::Tensor forward(torch::Tensor x) { return fc->forward(x); }
  torch::nn::Linear fc{nullptr};
};
TORCH_MODULE(Block);
struct Helper { // no module, but holds one
  Block block;
  torch::Tensor run(torch::Tensor x) { return block->forward(x); }
};
torch::nn::Sequential make_layers() {
  return torch::nn::Sequential(Block(), torch::nn::ReLU());
}
struct Net : torch::nn::Module {
  Net() {
    layers = register_module("layers", torch::nn::Sequential());
    layers->extend(*make_layers());
  }
  torch::Tensor forward(torch::Tensor x) { return helper.run(own->forward(layers->forward(x))); }
  torch::nn::Sequential layers{nullptr};
  Block own;
  Helper helper;
};
// CHECK: remark: 'own' was never registered
// CHECK: remark: 'block' was never registered
// CHECK: layers: torch::nn::Sequential {
// CHECK-NEXT: 0: BlockImpl {
// CHECK-NEXT: fc: torch::nn::Linear
// CHECK: own: unregistered BlockImpl {
// CHECK: block: unregistered BlockImpl {
// CHECK: call_module[target=layers.0.fc]
// CHECK: call_module[target=own.fc]
// CHECK: call_module[target=block.fc]
