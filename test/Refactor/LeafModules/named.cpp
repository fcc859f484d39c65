// --leaf says whose modules are meant; the others are entered, and the calls in them change too.
// RUN: fx-clang-trace %s --root=Net --leaf=Block --rules=leaf-modules --rewrite -- 2>&1 | grep '^[-+]' | FileCheck %s --implicit-check-not='{{^[+]}}'
// RUN: fx-clang-trace %s --root=Net --rules=leaf-modules --rewrite -- 2>&1 | grep '^[-+]' | FileCheck %s --check-prefix=ALL
#include <torch/torch.h>

// CHECK: +++
// CHECK: +#include <fx/fx.h>
struct BlockImpl : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) { return torch::relu(x); }
};
TORCH_MODULE(Block);

struct StageImpl : torch::nn::Module {
  StageImpl() { register_module("block", block); }
  // CHECK: +  torch::Tensor forward(torch::Tensor x) { return fx::call(block, x); }
  // ALL-NOT: fx::call(block
  torch::Tensor forward(torch::Tensor x) { return block(x); }
  Block block;
};
TORCH_MODULE(Stage);

struct NetImpl : torch::nn::Module {
  NetImpl() { register_module("stage", stage); }
  // ALL: +  torch::Tensor forward(torch::Tensor x) { return fx::call(stage, x); }
  torch::Tensor forward(torch::Tensor x) { return stage(x); }
  Stage stage;
};
TORCH_MODULE(Net);
