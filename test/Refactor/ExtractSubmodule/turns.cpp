// Where a class makes its modules first and registers them later, the new one is made and registered where the first of its modules was. Definitions that stand outside of the class do so of the new one too.
// RUN: %fx-clang-trace %s --root='zoo::Net' '--refactor=extract-submodule<name=Block;member=block>' --at=%s:66-67 -- 2>%t.err | FileCheck %s --match-full-lines --strict-whitespace
// CHECK:+struct BlockImpl : torch::nn::Module {
// CHECK-NEXT:+  explicit BlockImpl(int64_t width);
// CHECK-NEXT:+  torch::Tensor forward(torch::Tensor x);
// CHECK-NEXT:+
// CHECK-NEXT:+  torch::nn::Linear b{nullptr}, c{nullptr};
// CHECK-NEXT:+  torch::nn::ReLU act; // is not registered
// CHECK-NEXT:+};
// CHECK-NEXT:+TORCH_MODULE(Block);
// CHECK-NEXT:+
// CHECK:-  torch::nn::Linear a{nullptr}, b{nullptr}, c{nullptr};
// CHECK-NEXT:-  torch::nn::ReLU act; // is not registered
// CHECK-NEXT:+  torch::nn::Linear a{nullptr};
// CHECK-NEXT:+  Block block{nullptr};
// CHECK:+zoo::BlockImpl::BlockImpl(int64_t width) {
// CHECK-NEXT:+  b = torch::nn::Linear(width, width);
// CHECK-NEXT:+  c = torch::nn::Linear(width, 2);
// CHECK-NEXT:+  register_module("b", b);
// CHECK-NEXT:+  register_module("c", c);
// CHECK-NEXT:+}
// CHECK-NEXT:+
// CHECK:-  b = torch::nn::Linear(width, width);
// CHECK-NEXT:-  c = torch::nn::Linear(width, 2);
// CHECK-NEXT:+  block = Block(width);
// CHECK:-  register_module("b", b);
// CHECK-NEXT:-  register_module("c", c);
// CHECK-NEXT:+  register_module("block", block);
// CHECK:+torch::Tensor zoo::BlockImpl::forward(torch::Tensor x) {
// CHECK-NEXT:+  x = torch::relu(b(x));
// CHECK-NEXT:+  x = c(act(x));
// CHECK-NEXT:+  return x;
// CHECK-NEXT:+}
// CHECK-NEXT:+
// CHECK:-  x = torch::relu(b(x));
// CHECK-NEXT:-  x = c(act(x));
// CHECK-NEXT:+  x = block->forward(x);

#include <torch/torch.h>

namespace zoo {

class Net : public torch::nn::Module {
public:
  explicit Net(int64_t width = 8);
  torch::Tensor forward(torch::Tensor x);

private:
  torch::nn::Linear a{nullptr}, b{nullptr}, c{nullptr};
  torch::nn::ReLU act; // is not registered
};

} // namespace zoo

zoo::Net::Net(int64_t width) {
  a = torch::nn::Linear(4, width);
  b = torch::nn::Linear(width, width);
  c = torch::nn::Linear(width, 2);
  register_module("a", a);
  register_module("b", b);
  register_module("c", c);
}

torch::Tensor zoo::Net::forward(torch::Tensor x) {
  x = a(x);
  x = torch::relu(b(x));
  x = c(act(x));
  return x + 1;
}
