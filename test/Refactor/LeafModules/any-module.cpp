// What an AnyModule holds is known, and asked for by its class; in a loop it has to be one class.
// RUN: fx-clang-trace %s --root=Net --rules=leaf-modules --rewrite -- 2>&1 | grep '^[-+]' | FileCheck %s
// RUN: not fx-clang-trace %s --root=Two --rules=leaf-modules --rewrite -- 2>&1 | FileCheck %s --check-prefix=TWO
#include <torch/torch.h>

namespace zoo {
struct BlockImpl : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) { return torch::relu(x); }
};
TORCH_MODULE(Block);
struct OtherImpl : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) { return torch::tanh(x); }
};
TORCH_MODULE(Other);
} // namespace zoo

struct Holds : torch::nn::Module {
  void add(torch::nn::AnyModule module) {
    register_module("layer" + std::to_string(layers.size()), module.ptr());
    layers.push_back(std::move(module));
  }
  std::vector<torch::nn::AnyModule> layers;
};

struct NetImpl : Holds {
  NetImpl() {
    add(torch::nn::AnyModule(zoo::Block()));
    add(torch::nn::AnyModule(zoo::Block()));
  }
  torch::Tensor forward(torch::Tensor x) {
    // CHECK: +      x = fx::call(layer.get<zoo::BlockImpl>(), x);
    for (auto& layer : layers)
      x = layer.forward(x);
    return x;
  }
};
TORCH_MODULE(Net);

struct TwoImpl : Holds {
  TwoImpl() {
    add(torch::nn::AnyModule(zoo::Block()));
    add(torch::nn::AnyModule(zoo::Other()));
  }
  torch::Tensor forward(torch::Tensor x) {
    for (auto& layer : layers)
      // TWO: any-module.cpp:[[@LINE+1]]:{{[0-9]+}}: error: this cannot be changed in place: this code runs 2 times, and not all of them changed alike [changes-of-runs-differ]
      x = layer.forward(x);
    return x;
  }
};
TORCH_MODULE(Two);
