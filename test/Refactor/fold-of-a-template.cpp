// The method fold() stands behind the method that was traced, where the class has it: of a template, too. What
// --root makes stands in no file.
// RUN: %fx-clang-trace %s '--root=Net<Conv>(8)' --mode=eval --passes='fuse-conv-bn<fold>' --rewrite -- 2>/dev/null | FileCheck %s --match-full-lines --strict-whitespace
// RUN: not %fx-clang-trace %s '--root=Stack(torch::nn::Conv2d(3, 3, 1), torch::nn::BatchNorm2d(3))' --mode=eval --passes='fuse-conv-bn<fold>' --rewrite -- 2>&1 | FileCheck %s --check-prefix=ROOT
// ROOT: error: this cannot be changed in place: what makes the module '1' does not stand in the file
// ROOT: note: --root makes it: have a function of the file make it

#include <torch/torch.h>

using Conv = torch::nn::Conv2d;

template <class Convolution>
struct Net : torch::nn::Module {
  explicit Net(int64_t width);
  // CHECK:   torch::Tensor forward(torch::Tensor x) const;
  // CHECK-NEXT:+
  // CHECK-NEXT:+  /// Takes over the weights of a model that was saved before its batch norms were folded into
  torch::Tensor forward(torch::Tensor x) const;

  mutable Convolution conv{nullptr};
  mutable torch::nn::BatchNorm2d norm{nullptr};
};

template <class Convolution>
Net<Convolution>::Net(int64_t width) {
  conv = register_module("conv", Convolution(3, width, 1));
  norm = register_module("norm", torch::nn::BatchNorm2d(width));
}

template <class Convolution>
torch::Tensor Net<Convolution>::forward(torch::Tensor x) const {
  return norm(conv(x));
}

struct StackImpl : torch::nn::SequentialImpl {
  using SequentialImpl::SequentialImpl;
  torch::Tensor forward(torch::Tensor x) { return SequentialImpl::forward(x); }
};
TORCH_MODULE(Stack);
