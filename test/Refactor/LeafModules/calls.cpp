// Calls of the user's own modules become fx::call where they stand, and what it needs is included.
// RUN: fx-clang-trace %s --rules=leaf-modules --rewrite -- 2>&1 | grep '^[-+]' | FileCheck %s --implicit-check-not='{{^[-+]}}'
#include <torch/torch.h>

// CHECK:      --- {{.*}}calls.cpp
// CHECK-NEXT: +++ {{.*}}calls.cpp
// CHECK:      +#include <fx/fx.h>
struct BlockImpl : torch::nn::Module {
  BlockImpl() { register_module("fc", fc); }
  torch::Tensor forward(torch::Tensor x, double by = 1, const torch::Tensor& mask = {}) {
    return torch::relu(fc(x)) * by;
  }
  torch::nn::Linear fc{4, 4};
};
TORCH_MODULE(Block);

struct NetImpl : torch::nn::Module {
  NetImpl() {
    register_module("a", a);
    register_module("b", b);
    register_module("fc", fc);
  }
  // The parts of a call that stay are not touched: nested calls, comments, changes of others.
  torch::Tensor forward(torch::Tensor x, torch::Tensor mask) {
    // CHECK:      -    x = a->forward(x);
    // CHECK-NEXT: -    x = this->a->forward(x, 2, /*mask=*/mask);
    // CHECK-NEXT: -    x = b(a(torch::relu(x)), 0.5);
    // CHECK-NEXT: -    return fc(b->forward(x) + (*a).forward(x));
    // CHECK-NEXT: +    x = fx::call(a, x);
    // CHECK-NEXT: +    x = fx::call(this->a, x, 2, /*mask=*/mask);
    // CHECK-NEXT: +    x = fx::call(b, fx::call(a, torch::relu(x)), 0.5);
    // CHECK-NEXT: +    return fc(fx::call(b, x) + fx::call((*a), x));
    x = a->forward(x);
    x = this->a->forward(x, 2, /*mask=*/mask);
    x = b(a(torch::relu(x)), 0.5);
    return fc(b->forward(x) + (*a).forward(x));
  }
  Block a, b;
  torch::nn::Linear fc{4, 2};
};
TORCH_MODULE(Net);
