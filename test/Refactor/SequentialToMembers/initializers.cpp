// In the initializers of a constructor the modules stand where the Sequential stood, this-> and all.
// RUN: fx-clang-trace %s --root='Net(4)' --refactor=sequential-to-members -- 2>&1 | FileCheck %s
// CHECK: -        a(register_module("a", torch::nn::Sequential(torch::nn::Linear(3, n), torch::nn::ReLU()))),
// CHECK: +        linear(register_module("linear", torch::nn::Linear(3, n))),
// CHECK-NEXT: +        relu(register_module("relu", torch::nn::ReLU())),
// CHECK-NEXT: +        linear1(n, 2), tanh() {
// CHECK-NEXT: +    this->register_module("linear1", this->linear1);
// CHECK-NEXT: +    this->register_module("tanh", this->tanh);
// CHECK-NEXT: +    this->linear2 = this->register_module("linear2", torch::nn::Linear(2, 2));
// CHECK: +    return this->linear2->forward(tanh->forward(linear1->forward(relu->forward(linear->forward(x)))));
#include <torch/torch.h>

struct Net : torch::nn::Module {
  explicit Net(int64_t n)
      : n_(n),
        a(register_module("a", torch::nn::Sequential(torch::nn::Linear(3, n), torch::nn::ReLU()))),
        b(torch::nn::Linear(n, 2), torch::nn::Tanh()), c(nullptr) {
    this->register_module("b", this->b);
    this->c = this->register_module("c", torch::nn::Sequential(torch::nn::Linear(2, 2)));
  }
  torch::Tensor forward(const torch::Tensor& x) {
    return this->c->forward(b->forward(a->forward(x)));
  }
  int64_t n_;
  torch::nn::Sequential a, b, c;
};
