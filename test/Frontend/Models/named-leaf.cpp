// A module that --leaf names is one node however it is called.
// RUN: fx-clang-trace %s --root=Net --leaf=Block -- | FileCheck %s --implicit-check-not=torch.relu
#include <torch/torch.h>

struct BlockImpl : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x, double by = 1) { return torch::relu(x) * by; }
};
TORCH_MODULE(Block);

struct NetImpl : torch::nn::Module {
  NetImpl() { register_module("block", block); }
  torch::Tensor forward(torch::Tensor x) {
    // CHECK: %block : {{.*}} = call_module[target=block](args = (%x,), kwargs = {})
    x = block(x);
    // CHECK-NEXT: %block_1 : {{.*}} = call_module[target=block](args = (%block,), kwargs = {})
    x = block->forward(x);
    // CHECK-NEXT: %block_2 : {{.*}} = call_module[target=block](args = (%block_1, 2.0), kwargs = {})
    return block->forward(x, 2);
  }
  Block block;
};
TORCH_MODULE(Net);
