// torch::OrderedDict, ModuleDict's items, apply.
// RUN: fx-clang-trace %s -- | FileCheck %s
#include <torch/torch.h>
struct Net : torch::nn::Module {
  Net() {
    torch::OrderedDict<std::string, std::shared_ptr<torch::nn::Module>> parts;
    parts.insert("wide", torch::nn::Linear(4, 8).ptr());
    parts.insert("act", torch::nn::ReLU().ptr());
    blocks = register_module("blocks", torch::nn::ModuleDict(parts));
    apply([this](torch::nn::Module& module) {
      if (module.as<torch::nn::Linear>()) ++linears;
    });
    register_module("count", torch::nn::Linear(linears, parts.size()));
  }
  torch::Tensor forward(torch::Tensor x) {
    for (const auto& item : blocks->items())
      if (auto* linear = item.second->as<torch::nn::Linear>()) x = linear->forward(x);
    return x;
  }
  int linears = 0;
  torch::nn::ModuleDict blocks{nullptr};
};
// CHECK: blocks: torch::nn::ModuleDict
// CHECK-NEXT: wide: torch::nn::Linear(in_features = 4, out_features = 8)
// CHECK-NEXT: act: torch::nn::ReLU()
// CHECK: count: torch::nn::Linear(in_features = 1, out_features = 2)
// CHECK: call_module[target=blocks.wide]
