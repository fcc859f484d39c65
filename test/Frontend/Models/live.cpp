// fx::call of fx/Runtime/Calls.h makes a module of the user's one node, whatever leads to it; what is no argument for
// forward's parameter is converted as by a call.
// RUN: fx-clang-trace %s --root=Net -- | FileCheck %s --implicit-check-not=torch.relu
// RUN: fx-clang-trace %s --root=Net -- -std=c++20 -I %S/../../../include | FileCheck %s --implicit-check-not=torch.relu
#include <fx/fx.h>
#include <torch/torch.h>

// CHECK:      module Net {
// CHECK-NEXT:   block: BlockImpl() {
// CHECK-NEXT:     inner: torch::nn::Linear(in_features = 4, out_features = 4)
// CHECK-NEXT:   }
// CHECK-NEXT:   pointer: BlockImpl() {
struct BlockImpl : torch::nn::Module {
  BlockImpl() { register_module("inner", inner); }
  torch::Tensor forward(torch::Tensor x, double by = 1) { return torch::relu(inner(x)) * by; }
  torch::nn::Linear inner{4, 4};
};
TORCH_MODULE(Block);

struct NetImpl : torch::nn::Module {
  NetImpl() {
    register_module("block", block);
    register_module("pointer", pointer);
    register_module("fc", fc);
  }
  torch::Tensor forward(torch::Tensor x) {
    // CHECK: %block : {{.*}} = call_module[target=block](args = (%x,), kwargs = {})
    x = fx::call(block, x);
    // CHECK-NEXT: %pointer : {{.*}} = call_module[target=pointer](args = (%block, 2.0), kwargs = {})
    x = fx::call(*pointer, x, 2);
    // CHECK-NEXT: %fc : {{.*}} = call_module[target=fc](args = (%pointer,), kwargs = {})
    return fx::call(fc, x);
  }
  Block block;
  std::shared_ptr<BlockImpl> pointer = std::make_shared<BlockImpl>();
  torch::nn::Linear fc{4, 4};
};
TORCH_MODULE(Net);
