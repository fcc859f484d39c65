// Modules are made in the order in which the constructor makes them, and registered in the order in
// which it registers them; those that are made and dropped draw their random numbers all the same.
// RUN: fx-clang-trace %s --root=Net -- | FileCheck %s
// RUN: fx-clang-trace %s --root=Net --emit=cpp -- | FileCheck %s --check-prefix=CPP
// RUN: fx-clang-trace %s --root=Net --emit=python -- | FileCheck %s --check-prefix=PYTHON
// RUN: fx-clang-trace %s --root=Net -- > %t.fx
// RUN: fx-opt %t.fx | diff %t.fx -
// RUN: fx-clang-trace %s --root=Plain -- | FileCheck %s --check-prefix=PLAIN
// RUN: not fx-clang-trace %s --root=Shared -- 2>&1 | FileCheck %s --check-prefix=SHARED
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::nn::Linear first{3, 3}, dropped{3, 3}, last{3, 3};
  torch::nn::BatchNorm1d norm{3};
  Net() {
    register_module("norm", norm);
    register_module("last", last);
    register_buffer("noise", torch::randn({3}));
    register_module("first", first);
    torch::NoGradGuard no_grad;
    first->weight.mul_(0.5);
    register_buffer("copy", first->weight.detach().clone());
  }
  torch::Tensor forward(torch::Tensor x) { return norm(last(first(x))); }
};
// CHECK: norm: torch::nn::BatchNorm1d
// CHECK-NEXT: last: torch::nn::Linear
// CHECK-NEXT: first: torch::nn::Linear
// CHECK: init():
// CHECK-NEXT: %first : [num_users=0] = call_module[target=first](args = (), kwargs = {})
// CHECK-NEXT: call_function[target=torch.nn.Linear](args = (), kwargs = {in_features: 3, out_features: 3})
// CHECK-NEXT: call_module[target=last](args = (), kwargs = {})
// CHECK-NEXT: call_function[target=torch.randn]
// CHECK-NEXT: %first_weight : {{.*}}get_attr[target=first.weight]
// CHECK-NEXT: %first_weight_data : {{.*}}call_function[target=builtins.getattr](args = (%first_weight, "data")
// CHECK-NEXT: call_method[target=mul_](args = (%first_weight_data, 0.5)
// CHECK-NEXT: call_method[target=detach](args = (%first_weight_data,)

// CPP: first = torch::nn::Linear(torch::nn::LinearOptions(3, 3));
// CPP-NEXT: static_cast<void>(torch::nn::Linear(torch::nn::LinearOptions(3, 3)));
// CPP-NEXT: last = torch::nn::Linear(torch::nn::LinearOptions(3, 3));
// CPP-NEXT: auto randn = torch::randn({3});
// CPP-NEXT: auto first_weight_data = first->weight.data();
// CPP-NEXT: first_weight_data.mul_(0.5);
// CPP: norm = register_module("norm", torch::nn::BatchNorm1d
// CPP-NEXT: register_module("last", last);
// CPP-NEXT: register_module("first", first);

// PYTHON: first = torch.nn.Linear(in_features=3, out_features=3)
// PYTHON-NEXT: linear = torch.nn.Linear(in_features=3, out_features=3)
// PYTHON-NEXT: last = torch.nn.Linear(in_features=3, out_features=3)
// PYTHON-NEXT: randn = torch.randn(3)
// PYTHON-NEXT: first_weight = first.weight
// PYTHON: self.norm = torch.nn.BatchNorm1d(num_features=3)
// PYTHON-NEXT: self.last = last
// PYTHON-NEXT: self.first = first

// What generated code does by itself stands in no graph.
struct Plain : torch::nn::Module {
  torch::nn::Linear first{3, 3}, last{3, 3};
  Plain() {
    register_module("first", first);
    register_module("last", last);
    for (auto& parameter : parameters())
      count += parameter.defined();
  }
  int count = 0;
  torch::Tensor forward(torch::Tensor x) { return last(first(x)) * count; }
};
// PLAIN-NOT: init()

struct Shared : torch::nn::Module {
  torch::nn::Linear first{3, 3};
  torch::Tensor view;
  Shared() {
    register_module("first", first);
    view = first->weight.t();
    // SHARED: :[[#@LINE+1]]:{{[0-9]+}}: error: this tensor is the 'weight' of a 'torch::nn::Linear', or shares its memory
    register_buffer("view", view);
  }
  torch::Tensor forward(torch::Tensor x) { return first(x).matmul(view); }
};
