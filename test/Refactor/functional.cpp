// A function that torch::nn::Functional calls changes where the module is made: in a Sequential, in a loop, as a
// member. What comes there is a lambda, for which function a name means hangs on its overloads.
// RUN: fx-clang-trace %s --root=Net --rules=%S/../Passes/Inputs/relu-to-gelu.cpp --rewrite -- | FileCheck %s --match-full-lines --strict-whitespace
//      CHECK:-    layers = nn::Sequential(nn::Linear(4, 8), nn::Functional(torch::relu), nn::Linear(8, 4));
// CHECK-NEXT:+    layers = nn::Sequential(nn::Linear(4, 8), nn::Functional([](const torch::Tensor& x) { return torch::gelu(x); }), nn::Linear(8, 4));
// CHECK-NEXT:     for (int i = 0; i < 2; ++i)
// CHECK-NEXT:-      layers->push_back(nn::Functional(torch::relu));
// CHECK-NEXT:+      layers->push_back(nn::Functional([](const torch::Tensor& x) { return torch::gelu(x); }));
// CHECK-NEXT:     layers->push_back(nn::Functional(torch::leaky_relu, 0.2));
// CHECK-NEXT:     register_module("layers", layers);
// CHECK-NEXT:-    act = register_module("act", nn::Functional(torch::relu));
// CHECK-NEXT:+    act = register_module("act", nn::Functional([](const torch::Tensor& x) { return torch::gelu(x); }));

// What it is given beside the tensor is gone with it, and a variable there is not frozen.
// RUN: fx-clang-trace %s --root=Leaky --rules=%S/Inputs/leaky-relu-to-elu.cpp --rewrite -- | FileCheck %s --check-prefix=LEAKY
// RUN: not fx-clang-trace %s --root=Variable --rules=%S/Inputs/leaky-relu-to-elu.cpp --rewrite -- 2>&1 | FileCheck %s --check-prefix=VARIABLE
// LEAKY: {{^}}+  LeakyImpl() { act = register_module("act", nn::Functional([](const torch::Tensor& x) { return torch::elu(x, 0.2); })); }
// VARIABLE: error: {{.*}} [value-of-a-variable]

#include <torch/torch.h>
namespace nn = torch::nn;

struct NetImpl : nn::Module {
  NetImpl() {
    layers = nn::Sequential(nn::Linear(4, 8), nn::Functional(torch::relu), nn::Linear(8, 4));
    for (int i = 0; i < 2; ++i)
      layers->push_back(nn::Functional(torch::relu));
    layers->push_back(nn::Functional(torch::leaky_relu, 0.2));
    register_module("layers", layers);
    act = register_module("act", nn::Functional(torch::relu));
  }
  torch::Tensor forward(torch::Tensor x) { return act(layers->forward(x)); }
  nn::Sequential layers{nullptr};
  nn::Functional act{nullptr};
};
TORCH_MODULE(Net);

struct LeakyImpl : nn::Module {
  LeakyImpl() { act = register_module("act", nn::Functional(torch::leaky_relu, 0.2)); }
  torch::Tensor forward(torch::Tensor x) { return act(x); }
  nn::Functional act{nullptr};
};
TORCH_MODULE(Leaky);

struct VariableImpl : nn::Module {
  explicit VariableImpl(double slope = 0.2) {
    act = register_module("act", nn::Functional(torch::leaky_relu, slope));
  }
  torch::Tensor forward(torch::Tensor x) { return act(x); }
  nn::Functional act{nullptr};
};
TORCH_MODULE(Variable);
