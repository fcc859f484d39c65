// A module made with new, owned by a shared_ptr, used through a raw pointer to its base class.
// RUN: fx-clang-trace %s -- | FileCheck %s
#include <torch/torch.h>
struct Backbone : torch::nn::Module {
  virtual torch::Tensor features(torch::Tensor x) = 0;
};
struct SmallImpl : Backbone {
  explicit SmallImpl(int width) { fc = register_module("fc", torch::nn::Linear(width, width)); }
  torch::Tensor features(torch::Tensor x) override { return fc(x); }
  torch::nn::Linear fc{nullptr};
};
struct Net : torch::nn::Module {
  Net() {
    backbone = new SmallImpl(3);
    register_module("backbone", std::shared_ptr<Backbone>(backbone));
  }
  torch::Tensor forward(torch::Tensor x) { return backbone->features(x); }
  Backbone* backbone = nullptr;
};
// CHECK: backbone: SmallImpl {
// CHECK-NEXT: fc: torch::nn::Linear(in_features = 3, out_features = 3)
// CHECK: call_module[target=backbone.fc]
