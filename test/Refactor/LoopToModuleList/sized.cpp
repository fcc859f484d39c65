// A vector that starts with empty holders, which statements fill by number: the list starts empty.
// RUN: %fx-clang-trace %s --root=Net --refactor=loop-to-module-list -- 2>%t.err | FileCheck %s --match-full-lines --strict-whitespace
//      CHECK:-  NetImpl() : fc{num + 1, torch::nn::Linear{nullptr}}, stem(8, 4) {
// CHECK-NEXT:+  NetImpl() : fc(), stem(8, 4) {
// CHECK-NEXT:     register_module("stem", stem);
// CHECK-NEXT:-    norms.resize(2, nullptr);
// CHECK-NEXT:+    register_module("fc", fc);
// CHECK-NEXT:     for (size_t i = 0; i < num + 1; ++i)
// CHECK-NEXT:-      fc[i] = register_module("fc" + std::to_string(i), torch::nn::Linear(4, 4));
// CHECK-NEXT:+      fc->push_back(torch::nn::Linear(4, 4));
// CHECK-NEXT:+    register_module("norms", norms);
// CHECK-NEXT:     for (size_t i = 0; i < 2; ++i)
// CHECK-NEXT:-      norms[i] = register_module("norm" + std::to_string(i), torch::nn::LayerNorm(options));
// CHECK-NEXT:+      norms->push_back(torch::nn::LayerNorm(options));
// CHECK-NEXT:+    register_module("more", more);
// CHECK-NEXT:     for (size_t i = 0; i < 2; ++i)
// CHECK-NEXT:-      more[i] = torch::nn::Linear(4, 4);
// CHECK-NEXT:+      more->push_back(torch::nn::Linear(4, 4));
//      CHECK:-  std::vector<torch::nn::Linear> more{num, nullptr};
// CHECK-NEXT:+  torch::nn::ModuleList fc;
// CHECK-NEXT:+  torch::nn::ModuleList norms;
// CHECK-NEXT:+  torch::nn::ModuleList more;

#include <torch/torch.h>

struct NetImpl : torch::nn::Module {
  static constexpr int64_t num = 2;
  const torch::nn::LayerNormOptions options{std::vector<int64_t>{4}};
  NetImpl() : fc{num + 1, torch::nn::Linear{nullptr}}, stem(8, 4) {
    register_module("stem", stem);
    norms.resize(2, nullptr);
    for (size_t i = 0; i < num + 1; ++i)
      fc[i] = register_module("fc" + std::to_string(i), torch::nn::Linear(4, 4));
    for (size_t i = 0; i < 2; ++i)
      norms[i] = register_module("norm" + std::to_string(i), torch::nn::LayerNorm(options));
    for (size_t i = 0; i < 2; ++i)
      more[i] = torch::nn::Linear(4, 4);
  }
  torch::Tensor forward(torch::Tensor x) {
    x = stem(x);
    for (auto& layer : fc)
      x = torch::relu(layer(x));
    for (size_t i = 0; i < norms.size(); ++i)
      x = more[i](norms[i](x));
    return x;
  }
  std::vector<torch::nn::Linear> fc;
  std::vector<torch::nn::LayerNorm> norms;
  std::vector<torch::nn::Linear> more{num, nullptr};
  torch::nn::Linear stem;
};
TORCH_MODULE(Net);
