// fx::call takes a module or a holder; what else leads to a module gets a star.
// RUN: fx-clang-trace %s --root=Net --rules=leaf-modules --rewrite -- 2>&1 | grep '^[-+]' | FileCheck %s
#include <torch/torch.h>

struct BlockImpl : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) { return torch::relu(x); }
};
TORCH_MODULE(Block);

struct NetImpl : torch::nn::Module {
  NetImpl() {
    register_module("shared", shared);
    register_module("layers", layers);
    register_module("held", held[0]);
    register_module("first", std::get<0>(both));
    for (int i = 0; i < 2; ++i)
      layers->push_back(Block());
  }
  torch::Tensor forward(torch::Tensor x) {
    // CHECK: +    x = fx::call(*shared, x);
    x = shared->forward(x);
    // CHECK: +    x = fx::call(layers->at<BlockImpl>(0), x);
    x = layers->at<BlockImpl>(0).forward(x);
    // CHECK: +    x = fx::call(*layers[1]->as<Block>(), x);
    x = layers[1]->as<Block>()->forward(x);
    // CHECK: +    x = fx::call(*layers->ptr<BlockImpl>(1), x);
    x = layers->ptr<BlockImpl>(1)->forward(x);
    // CHECK: +    x = fx::call(held[0], x);
    x = held[0]->forward(x);
    // CHECK: +    x = fx::call(std::get<0>(both), x);
    x = std::get<0>(both)(x);
    BlockImpl* raw = held[0].get();
    // CHECK: +    x = fx::call(*raw, x);
    x = raw->forward(x);
    const Block& known = held[0];
    // CHECK: +    return fx::call(*known.ptr(), x);
    return known.ptr()->forward(x);
  }
  std::shared_ptr<BlockImpl> shared = std::make_shared<BlockImpl>();
  torch::nn::ModuleList layers;
  std::vector<Block> held{Block()};
  std::tuple<Block, int> both{Block(), 1};
};
TORCH_MODULE(Net);
