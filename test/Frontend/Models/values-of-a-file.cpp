// Values that a constructor copies from a module whose weights a file holds are lost with a remark;
// those of a module that it makes itself and drops are an error.
// RUN: fx-clang-trace %s --root='Net(true)' -- 2>&1 | FileCheck %s --implicit-check-not=target=copy_
// RUN: not fx-clang-trace %s --root='Net(true)' --strict -- 2>&1 | FileCheck %s --check-prefix=STRICT
// RUN: not fx-clang-trace %s --root='Net(false)' -- 2>&1 | FileCheck %s --check-prefix=DROPPED
#include <torch/torch.h>

struct BackboneImpl : torch::nn::Module {
  torch::nn::Linear fc{nullptr};
  BackboneImpl() { fc = register_module("fc", torch::nn::Linear(4, 4)); }
  torch::Tensor forward(torch::Tensor x) { return fc(x); }
};
TORCH_MODULE(Backbone);

struct Net : torch::nn::Module {
  Backbone backbone{nullptr};
  torch::Tensor scale;
  explicit Net(bool from_file) {
    backbone = register_module("backbone", Backbone());
    scale = register_parameter("scale", torch::ones({4}));
    Backbone trained;
    if (from_file) torch::load(trained, "trained.pt");
    torch::NoGradGuard guard;
    auto mine = named_parameters();
    for (auto& item : trained->named_parameters())
      // CHECK: :[[#@LINE+4]]:{{[0-9]+}}: remark: the initial values that are written here are those of a file
      // CHECK-NOT: those of a file
      // STRICT: :[[#@LINE+2]]:{{[0-9]+}}: error: the initial values that are written here are those of a file
      // DROPPED: :[[#@LINE+1]]:{{[0-9]+}}: error: an initial value is computed from a weight of a module that the model does not have
      mine["backbone." + item.key()].copy_(item.value() * 2);
    scale.copy_(trained->fc->bias);
  }
  // CHECK: remark: the initial values that are written here are those of a file
  torch::Tensor forward(torch::Tensor x) { return backbone(x) * scale; }
};
