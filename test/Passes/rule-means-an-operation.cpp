// A call in a pattern matches every spelling of its operation: the function, the method, the forms in
// place, F:: with options that mean the same, modules as members, in containers and behind Functional.
// RUN: fx-clang-trace %s --rules=%S/Inputs/relu-to-gelu.cpp -- 2>&1 | FileCheck %s
// CHECK: rule 'relu_to_gelu' applied in 11 places:
// CHECK-SAME: 1 of .relu(), 1 of .relu_(), 2 of torch.nn.functional.relu, 3 of torch.relu, 1 of torch.relu_, 3 of torch::nn::ReLU
// CHECK: {{^  }}layers: torch::nn::Sequential
// CHECK-NEXT: 0: torch::nn::GELU()
// CHECK-NOT: torch.relu
// CHECK: return
#include <torch/torch.h>
namespace F = torch::nn::functional;

struct NetImpl : torch::nn::Module {
  NetImpl() {
    register_module("conv", conv);
    register_module("relu", relu);
    register_module("layers", layers);
    for (int i = 0; i < 2; ++i)
      list->push_back(torch::nn::ReLU());
    register_module("list", list);
  }
  torch::Tensor forward(torch::Tensor x) {
    x = conv(x);
    x = torch::relu(x);
    x = x.relu();
    x = torch::relu_(x);
    x = x.relu_();
    x = F::relu(x);
    x = F::relu(x, F::ReLUFuncOptions().inplace(true));
    x = relu(x);
    x = layers->forward(x);
    return list[1]->as<torch::nn::ReLU>()->forward(x);
  }
  torch::nn::Conv2d conv{torch::nn::Conv2dOptions(3, 8, 3)};
  torch::nn::ReLU relu{torch::nn::ReLUOptions(true)};
  torch::nn::Sequential layers{
      torch::nn::ReLU(), torch::nn::Functional(torch::relu),
      torch::nn::Functional([](torch::Tensor x) { return torch::relu(x); })};
  torch::nn::ModuleList list;
};
TORCH_MODULE(Net);
