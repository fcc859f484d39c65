// A rule that replaces all calls of a module changes what makes it: members and their types, their
// initialisers, registrations, lists and loops of a Sequential, blocks that are made twice, make_shared.
// RUN: fx-clang-trace %s --root='Net()' --rules=%S/../Passes/Inputs/relu-to-gelu.cpp --rewrite -- 2>%t.err | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARK < %t.err
// REMARK: rule 'relu_to_gelu' applied in 12 places: {{.*}}9 of torch::nn::ReLU
// CHECK: {{^}}-      : conv(nn::Conv2dOptions(c, c, 3).padding(1)), act(nn::ReLUOptions(in)) {
// CHECK-NEXT: {{^}}+      : conv(nn::Conv2dOptions(c, c, 3).padding(1)), act() {
// CHECK: {{^}}+    late = register_module("late", nn::GELU());
// CHECK: {{^}}-  nn::ReLU act;
// CHECK-NEXT: {{^}}-  nn::ReLU late{nullptr}; // made above
// CHECK-NEXT: {{^}}+  nn::GELU act;
// CHECK-NEXT: {{^}}+  nn::GELU late{nullptr}; // made above
// CHECK: {{^}}+    seq = nn::Sequential(nn::Conv2d(3, 8, 3), nn::GELU(), nn::Dropout(0.3));
// CHECK: {{^}}+      seq->push_back(nn::GELU());
// CHECK: {{^}}+    plain = register_module("plain", std::make_shared<torch::nn::GELUImpl>());
// CHECK: {{^}}+    return torch::gelu(x) + F::gelu(x) + torch::gelu(x);
// CHECK: {{^}}+  nn::GELU relu;
// CHECK: {{^}}+  std::shared_ptr<torch::nn::GELUImpl> plain;
// CHECK-NOT: {{^[-+]}}

#include <torch/torch.h>
namespace F = torch::nn::functional;
namespace nn = torch::nn;

struct BlockImpl : nn::Module {
  BlockImpl(int c, bool in)
      : conv(nn::Conv2dOptions(c, c, 3).padding(1)), act(nn::ReLUOptions(in)) {
    register_module("conv", conv);
    register_module("act", act);
    late = register_module("late", nn::ReLU(nn::ReLUOptions().inplace(true)));
  }
  torch::Tensor forward(torch::Tensor x) { return late(act(conv(x)) + x); }
  nn::Conv2d conv;
  nn::ReLU act;
  nn::ReLU late{nullptr}; // made above
};
TORCH_MODULE(Block);

struct NetImpl : nn::Module {
  NetImpl() {
    seq = nn::Sequential(nn::Conv2d(3, 8, 3), nn::ReLU(true), nn::Dropout(0.3));
    for (int i = 0; i < 2; ++i) {
      seq->push_back(nn::ReLU());
      seq->push_back(Block(8, i > 0));
    }
    register_module("seq", seq);
    register_module("relu", relu);
    plain = register_module("plain", std::make_shared<torch::nn::ReLUImpl>());
  }
  torch::Tensor forward(torch::Tensor x) {
    x = plain->forward(relu(seq->forward(x)));
    return torch::relu(x) + F::relu(x) + x.relu();
  }
  nn::Sequential seq{nullptr};
  nn::ReLU relu;
  std::shared_ptr<torch::nn::ReLUImpl> plain;
};
TORCH_MODULE(Net);
