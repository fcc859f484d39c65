// ModuleList: push_back, index, iteration, as<T>().
// RUN: fx-clang-trace %s --emit=fx -- | FileCheck %s
#include <torch/torch.h>

struct Net : torch::nn::Module {
  Net() {
    for (int i = 0; i < 2; ++i)
      list->push_back(torch::nn::Linear(4, 4));
    register_module("list", list);
  }
  torch::Tensor forward(torch::Tensor x) {
    for (const auto& module : *list)
      x = module->as<torch::nn::Linear>()->forward(x);
    return list[0]->as<torch::nn::LinearImpl>()->forward(x) + int(list->size());
  }
  torch::nn::ModuleList list;
};

// CHECK: %list_0 : {{.*}}call_module[target=list.0](args = (%x,)
// CHECK: %list_1 : {{.*}}call_module[target=list.1](args = (%list_0,)
// CHECK: %list_2 : {{.*}}call_module[target=list.0](args = (%list_1,)
// CHECK: operator.add](args = (%list_2, 2)
