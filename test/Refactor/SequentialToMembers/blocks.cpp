// All objects of a class change, of which the source is one; the modules may be the user's own, or of a helper.
// RUN: fx-clang-trace %s --root=Net --refactor=sequential-to-members --at=%s:20 -- 2>&1 | FileCheck %s
// CHECK-DAG: remark: saved weights: what is 'a.layers.0.*' there is 'a.linear.*' in the model now
// CHECK-DAG: remark: saved weights: what is 'b.layers.1.*' there is 'b.scale.*' in the model now
// CHECK: +    linear = register_module("linear", square(n));
// CHECK-NEXT: +    scale = register_module("scale", Scale());
// CHECK: +  torch::nn::Linear linear{nullptr};
// CHECK-NEXT: +  zoo::Scale scale{nullptr};
#include <torch/torch.h>
namespace zoo {
struct ScaleImpl : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) { return x * 2; }
};
TORCH_MODULE(Scale);
inline torch::nn::Linear square(int n) {
  return torch::nn::Linear(n, n);
}
struct BlockImpl : torch::nn::Module {
  explicit BlockImpl(int n) {
    layers = register_module("layers", torch::nn::Sequential(square(n), Scale()));
  }
  torch::Tensor forward(torch::Tensor x) { return layers->forward(x); }
  torch::nn::Sequential layers{nullptr};
};
TORCH_MODULE(Block);
} // namespace zoo

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) { return last->forward(b->forward(a->forward(x))); }
  zoo::Block a{register_module("a", zoo::Block(4))}, b{register_module("b", zoo::Block(4))};
  torch::nn::Sequential last{register_module("last", torch::nn::Sequential(torch::nn::ReLU()))};
};
