// A tensor that the constructor makes and other methods use is to be a buffer, or a parameter where it says that it is trained.
// RUN: fx-clang-check --checks=tensor-not-registered %s -- 2>&1 | FileCheck %s --implicit-check-not=warning:
// RUN: cp %s %t.cpp && fx-clang-check --checks=tensor-not-registered --fix --quiet %t.cpp -- >/dev/null 2>&1
// RUN: FileCheck %s --check-prefix=FIXED < %t.cpp
// RUN: %torch-cxx -std=c++17 -isystem /usr/include/torch/csrc/api/include -Wno-deprecated-declarations -O0 -c %t.cpp -o %t.o
#include <torch/torch.h>

struct Net : torch::nn::Module {
  Net() : mask(torch::ones({4, 4}).tril()) {
    weight = torch::randn({4, 4}, torch::requires_grad());
    good = register_buffer("good", torch::zeros({4}));
    local = torch::zeros({4});
    good.add_(local);
    state = torch::zeros({4});
    twice = torch::zeros({4});
    twice = torch::ones({4});
    trained = torch::zeros({4}).set_requires_grad(true);
  }
  torch::Tensor forward(torch::Tensor x) {
    state = torch::tanh(x);
    return torch::mm(x, weight * mask) + good + state + twice + trained;
  }
  torch::Tensor mask, weight, good, local, state, twice, trained;
};

// CHECK: :[[@LINE-17]]:11: warning: the tensor 'mask' is made in the constructor and never registered: to() does not move it, and it is not saved [tensor-not-registered]
// CHECK: :[[@LINE-6]]:34: note: it is used here
// CHECK: warning: the tensor 'weight' is made
// CHECK: warning: the tensor 'twice' is made
// CHECK: warning: the tensor 'trained' is made

// FIXED: mask(register_buffer("mask", torch::ones({4, 4}).tril()))
// FIXED: weight = register_parameter("weight", torch::randn({4, 4}, torch::requires_grad()));
// Which of several is the one to register is for the author to say.
// FIXED: twice = torch::zeros({4});
// FIXED-NEXT: twice = torch::ones({4});
// FIXED-NEXT: trained = register_parameter("trained", torch::zeros({4}).set_requires_grad(true));
