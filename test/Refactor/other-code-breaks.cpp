// Code that is not traced is compiled all the same: an edit that it does not survive is refused, with its place.
// RUN: not fx-clang-trace %s --root=Net '--refactor=rename-submodule<from=fc;to=proj>' -- 2>&1 | FileCheck %s
// CHECK: other-code-breaks.cpp:[[@LINE+16]]:{{[0-9]+}}: error: the change cannot be made in place: other code would not compile any more: no member named 'fc' in 'Net'
// CHECK: note: no file was touched
// RUN: not fx-clang-trace %s --root=Net --mode=eval '--passes=fuse-conv-bn<fold>' --rewrite -- 2>&1 | FileCheck %s --check-prefix=FOLD
// FOLD: error: the change cannot be made in place: other code would not compile any more: {{.*}} [edits-break-other-code]

#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) { return fc(bn(conv(x))); }
  torch::nn::Linear fc{register_module("fc", torch::nn::Linear(4, 4))};
  torch::nn::Conv2d conv{register_module("conv", torch::nn::Conv2d(1, 4, 1))};
  torch::nn::BatchNorm2d bn{register_module("bn", torch::nn::BatchNorm2d(4))};
};

template <class T>
void show(T& net) {
  std::cout << net.fc->weight;
}
void report(Net& net) {
  show(net);
  std::cout << net.bn->running_mean;
}
