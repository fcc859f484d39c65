// Members held by pointers and named by this->, statements up to the return.
// RUN: %fx-clang-trace %s --root='Net' '--refactor=extract-submodule<name=Block;member=block>' --at=%s:37-38 -- 2>%t.err | FileCheck %s --match-full-lines --strict-whitespace
// CHECK:+struct BlockImpl : torch::nn::Module {
// CHECK-NEXT:+  BlockImpl() {
// CHECK-NEXT:+    this->b = this->register_module("b", std::make_shared<torch::nn::LinearImpl>(4, 4));
// CHECK-NEXT:+    this->c = this->register_module("c", std::make_shared<torch::nn::LinearImpl>(4, 2));
// CHECK-NEXT:+  }
// CHECK-NEXT:+
// CHECK-NEXT:+  torch::Tensor forward(torch::Tensor x) {
// CHECK-NEXT:+    x = this->b->forward(x);
// CHECK-NEXT:+    return c->forward(x);
// CHECK-NEXT:+  }
// CHECK-NEXT:+
// CHECK-NEXT:+  std::shared_ptr<torch::nn::LinearImpl> b, c;
// CHECK-NEXT:+};
// CHECK-NEXT:+TORCH_MODULE(Block);
// CHECK-NEXT:+
// CHECK:-    this->b = this->register_module("b", std::make_shared<torch::nn::LinearImpl>(4, 4));
// CHECK-NEXT:-    this->c = this->register_module("c", std::make_shared<torch::nn::LinearImpl>(4, 2));
// CHECK-NEXT:+    block = this->register_module("block", Block());
// CHECK:-    x = this->b->forward(x);
// CHECK-NEXT:-    return c->forward(x);
// CHECK-NEXT:+    return block->forward(x);
// CHECK:-  std::shared_ptr<torch::nn::LinearImpl> a, b, c;
// CHECK-NEXT:+  std::shared_ptr<torch::nn::LinearImpl> a;
// CHECK-NEXT:+  Block block{nullptr};

#include <torch/torch.h>

struct Net : torch::nn::Module {
  Net() : a(register_module("a", std::make_shared<torch::nn::LinearImpl>(4, 4))) {
    this->b = this->register_module("b", std::make_shared<torch::nn::LinearImpl>(4, 4));
    this->c = this->register_module("c", std::make_shared<torch::nn::LinearImpl>(4, 2));
  }
  torch::Tensor forward(torch::Tensor x) {
    x = this->a->forward(x);
    x = this->b->forward(x);
    return c->forward(x);
  }
  std::shared_ptr<torch::nn::LinearImpl> a, b, c;
};
