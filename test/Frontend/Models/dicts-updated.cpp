// ModuleDict::update registers the modules of a vector of pairs, of an OrderedDict and of another
// ModuleDict; a key that is there already is an error.
// RUN: fx-clang-trace %s --root=Net -- | FileCheck %s
// RUN: not fx-clang-trace %s --root=Twice -- 2>&1 | FileCheck %s --check-prefix=TWICE
#include <torch/torch.h>
using Parts = std::vector<std::pair<std::string, std::shared_ptr<torch::nn::Module>>>;
struct Net : torch::nn::Module {
  Net() {
    blocks = register_module("blocks", torch::nn::ModuleDict());
    blocks->update(Parts{{"wide", torch::nn::Linear(4, 8).ptr()}});
    torch::OrderedDict<std::string, std::shared_ptr<torch::nn::Module>> parts;
    parts.insert("act", torch::nn::ReLU().ptr());
    blocks->update(parts);
    torch::nn::ModuleDict more(Parts{{"last", torch::nn::Linear(8, 4).ptr()}});
    blocks->update(*more);
  }
  torch::Tensor forward(torch::Tensor x) {
    for (const auto& item : blocks->items())
      if (auto* linear = item.second->as<torch::nn::Linear>()) x = linear->forward(x);
    return x;
  }
  torch::nn::ModuleDict blocks{nullptr};
};
// CHECK: blocks: torch::nn::ModuleDict {
// CHECK-NEXT: wide: torch::nn::Linear(in_features = 4, out_features = 8)
// CHECK-NEXT: act: torch::nn::ReLU()
// CHECK-NEXT: last: torch::nn::Linear(in_features = 8, out_features = 4)
// CHECK: call_module[target=blocks.wide]
// CHECK: call_module[target=blocks.last]

struct Twice : torch::nn::Module {
  Twice() {
    register_module("blocks", blocks);
    blocks->update(Parts{{"act", torch::nn::ReLU().ptr()}});
    blocks->update(Parts{{"act", torch::nn::Tanh().ptr()}});
  }
  torch::Tensor forward(torch::Tensor x) {
    return blocks["act"]->as<torch::nn::Tanh>()->forward(x);
  }
  torch::nn::ModuleDict blocks;
};
// TWICE: dicts-updated.cpp:[[@LINE-7]]:13: error: 'act' is a key of this ModuleDict already, and update() replaces its module, which is not supported yet
