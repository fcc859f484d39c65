// A module that one call enters and another keeps whole, as in a live trace.
// RUN: fx-clang-trace %s -- | FileCheck %s
// RUN: fx-clang-trace %s -o %t.fx -- && fx-opt %t.fx | FileCheck %s
#include <fx/fx.h>
#include <torch/torch.h>

// CHECK:      module Net {
// CHECK-NEXT:   block: BlockImpl() {
// CHECK-NEXT:     parameter scale = %ones
// CHECK-NEXT:     fc: torch::nn::Linear(in_features = 4, out_features = 4)
struct BlockImpl : torch::nn::Module {
  BlockImpl() {
    register_module("fc", fc);
    scale = register_parameter("scale", torch::ones({4}));
  }
  torch::Tensor forward(torch::Tensor x) { return fc(x) * scale; }
  torch::nn::Linear fc{4, 4};
  torch::Tensor scale;
};
TORCH_MODULE(Block);

struct NetImpl : torch::nn::Module {
  NetImpl() { register_module("block", block); }
  // CHECK:      %block : {{.*}} = call_module[target=block](args = (%x,), kwargs = {})
  // CHECK-NEXT: %block_fc : {{.*}} = call_module[target=block.fc](args = (%block,), kwargs = {})
  // CHECK-NEXT: %block_scale : {{.*}} = get_attr[target=block.scale]
  // CHECK-NEXT: %mul : {{.*}} = call_function[target=operator.mul](args = (%block_fc, %block_scale), kwargs = {})
  // CHECK-NEXT: %block_1 : {{.*}} = call_module[target=block](args = (%mul,), kwargs = {})
  torch::Tensor forward(torch::Tensor x) { return fx::call(block, block(fx::call(block, x))); }
  Block block;
};
TORCH_MODULE(Net);
