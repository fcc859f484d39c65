// parameters() and named_parameters() give handles of their own: to assign another tensor to one
// leaves the module as it is, to write through one does not.
// RUN: fx-clang-trace %s -- | FileCheck %s
#include <torch/torch.h>

// CHECK: parameter w = %ones
// CHECK: %fc_weight : {{.*}}get_attr[target=fc.weight]
// CHECK: call_method[target=fill_](args = (%fc_weight_data, 0.25)
// CHECK: graph():
// CHECK: %fc : {{.*}}call_module[target=fc](args = (%x,)
// CHECK: %conv : {{.*}}call_module[target=conv](args = (%fc,)
// CHECK: get_attr[target=w]
struct Net : torch::nn::Module {
  torch::nn::Linear fc{nullptr};
  torch::nn::Conv2d conv{nullptr};
  torch::Tensor w;
  Net() {
    fc = register_module("fc", torch::nn::Linear(3, 3));
    conv = register_module("conv", torch::nn::Conv2d(3, 3, 3));
    w = register_parameter("w", torch::ones({3}));
    auto dict = named_parameters();
    dict["fc.weight"].data().fill_(0.25);
    dict["fc.weight"] = torch::zeros({3, 3});
    dict["conv.weight"] = torch::zeros({1});
    dict["w"] = torch::zeros({3});
    *dict.find("fc.bias") = torch::zeros({3});
    for (auto& parameter : parameters())
      parameter = torch::zeros({1});
    for (auto& item : dict)
      item.value() = torch::zeros({1});
  }
  torch::Tensor forward(torch::Tensor x) { return conv(fc(x)) * w; }
};
