// torch::nn::init's functions are the operators that they call; on a weight of LibTorch's, and where
// they are no operators, the constructor calls them by their names, which forward cannot.
// RUN: fx-clang-trace %s --root=Net -- 2>&1 | FileCheck %s
// RUN: fx-clang-trace %s --root=Orthogonal -- 2>&1 | FileCheck %s --check-prefix=NAME
// RUN: not fx-clang-trace %s --root=InForward -- 2>&1 | FileCheck %s --check-prefix=ERROR
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor table = torch::zeros({3, 4});
  torch::nn::Linear fc{3, 3};
  Net() {
    register_module("fc", fc);
    // CHECK: call_function[target=torch.nn.init.zeros_](args = (%fc_bias,)
    torch::nn::init::zeros_(fc->bias);
    // CHECK: call_method[target=fill_](args = (%zeros, 2.5)
    torch::nn::init::constant_(table, 2.5);
    // CHECK: math.sqrt
    // CHECK: call_method[target=normal_](args = (%zeros, 0.0, %
    torch::nn::init::xavier_normal_(table);
    register_buffer("table", table);
  }
  torch::Tensor forward(torch::Tensor x) {
    auto mask = torch::empty({3});
    // CHECK: %detach : {{.*}}call_method[target=detach](args = (%empty,)
    // CHECK: call_method[target=fill_](args = (%detach, 1)
    torch::nn::init::ones_(mask);
    return fc(x) * mask;
  }
};

struct Orthogonal : torch::nn::Module {
  torch::Tensor table;
  Orthogonal() {
    table = register_buffer("table", torch::zeros({3, 3}));
    // NAME: call_function[target=torch.nn.init.orthogonal_](args = (%zeros,)
    torch::nn::init::orthogonal_(table);
  }
  torch::Tensor forward(torch::Tensor x) { return x + table; }
};

struct InForward : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    auto table = torch::zeros({3, 3});
    // ERROR: :[[#@LINE+1]]:{{[0-9]+}}: error: what torch::nn::init::orthogonal_ writes into this tensor cannot stand in a graph
    torch::nn::init::orthogonal_(table);
    return x + table;
  }
};
