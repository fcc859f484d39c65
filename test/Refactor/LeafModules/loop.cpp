// A loop, or a helper that is called twice, has one edit.
// RUN: fx-clang-trace %s --root=Net --rules=leaf-modules --rewrite -- 2>&1 | grep '^[-+]' | FileCheck %s --implicit-check-not='{{^[+]}}'
#include <torch/torch.h>

// CHECK: +++
// CHECK: +#include <fx/fx.h>
struct BlockImpl : torch::nn::Module {
  BlockImpl(int size) { fc = register_module("fc", torch::nn::Linear(size, size)); }
  torch::Tensor forward(torch::Tensor x) { return torch::relu(fc(x)); }
  torch::nn::Linear fc{nullptr};
};
TORCH_MODULE(Block);

static torch::Tensor twice(Block block, torch::Tensor x) {
  // CHECK:      -  return block(block(x));
  // CHECK-NEXT: +  return fx::call(block, fx::call(block, x));
  return block(block(x));
}

struct NetImpl : torch::nn::Module {
  NetImpl() {
    for (int i = 0; i < 3; ++i) {
      layers.push_back(Block(4));
      register_module("layer" + std::to_string(i), layers.back());
    }
  }
  torch::Tensor forward(torch::Tensor x) {
    // CHECK:      -      x = block->forward(x);
    // CHECK-NEXT: +      x = fx::call(block, x);
    for (auto& block : layers)
      x = block->forward(x);
    return twice(layers[0], twice(layers[1], x));
  }
  std::vector<Block> layers;
};
TORCH_MODULE(Net);
