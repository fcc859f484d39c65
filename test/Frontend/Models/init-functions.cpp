// torch::nn::init's functions are the operators that they call, on any tensor that the graph knows.
// RUN: fx-clang-trace %s --root=Net -- 2>&1 | FileCheck %s
// RUN: not fx-clang-trace %s --root=Orthogonal -- 2>&1 | FileCheck %s --check-prefix=ERROR
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor table = torch::zeros({3, 4});
  torch::nn::Linear fc{3, 3};
  Net() {
    register_module("fc", fc);
    // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: remark: the initial values that are written here are not kept
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
    // ERROR: :[[#@LINE+1]]:{{[0-9]+}}: error: what torch::nn::init::orthogonal_ writes into this tensor cannot stand in a graph
    torch::nn::init::orthogonal_(table);
  }
  torch::Tensor forward(torch::Tensor x) { return x + table; }
};
