// A module without weights is one for all places of a class; a variable of the replacement gives the member its
// name, and the rest of the replacement stands around the call.
// RUN: %fx-clang-trace %s --root=Net --rules=%s --rewrite -- 2>%t.err | FileCheck %s --match-full-lines --strict-whitespace
// RUN: FileCheck %s --check-prefix=SAID --input-file=%t.err
// SAID: torch::load asks for 'smooth' too, though there are no weights, and files saved before do not have it

#include <torch/torch.h>

namespace tanh_to_pooled {
torch::Tensor pattern(torch::Tensor x) {
  return torch::tanh(x);
}
torch::Tensor replacement(torch::Tensor x) {
  torch::nn::AvgPool1d smooth(torch::nn::AvgPool1dOptions(3).stride(1).padding(1));
  return torch::sigmoid(smooth(x));
}
} // namespace tanh_to_pooled

struct Net : torch::nn::Module {
  // CHECK:-    x = torch::tanh(fc(x));
  // CHECK-NEXT:-    return x.tanh();
  // CHECK-NEXT:+    x = torch::sigmoid(smooth(fc(x)));
  // CHECK-NEXT:+    return torch::sigmoid(smooth(x));
  torch::Tensor forward(torch::Tensor x) {
    x = torch::tanh(fc(x));
    return x.tanh();
  }
  torch::nn::Linear fc{register_module("fc", torch::nn::Linear(8, 8))};
  // CHECK:+  torch::nn::AvgPool1d smooth{register_module(
  // CHECK-NEXT:+      "smooth", torch::nn::AvgPool1d(torch::nn::AvgPool1dOptions(3).stride(1).padding(1)))};
};
