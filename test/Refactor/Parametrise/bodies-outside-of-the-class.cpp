// The constructor gets its parameter where it is declared and where it is defined. Arguments that were left out are
// written in front of it. Statements one behind the other become one branch; what they declare is declared before it.
// RUN: %fx-clang-trace %s --mode=eval --passes=fuse-conv-bn --rewrite=parametrise -- 2>/dev/null | FileCheck %s
// RUN: fx-clang-trace %s --mode=eval --passes=fuse-conv-bn --rewrite=parametrise --input 2x4x9x9 --verify -o %t.patch -- 2>&1 | FileCheck %s --check-prefix=SAME
// SAME: eval: the same in 2 calls

// CHECK:      +  UnitImpl(int64_t width, double p = 0.5, bool tracks = true, bool fused = false);
// CHECK:         torch::nn::Dropout drop_{nullptr}; // the last one
// CHECK:      +  bool fused_;
// CHECK:      +UnitImpl::UnitImpl(int64_t width, double p, bool tracks, bool fused) : fused_(fused) {
// CHECK:      +  torch::Tensor out;
// CHECK-NEXT: +  if (fused_) {
// CHECK-NEXT: +    auto mul = torch::rsqrt(norm_->running_var + 1e-05) * norm_->weight;
// CHECK-NEXT: +    out = torch::conv2d(x, {{.*}}
// CHECK:      +  } else {
// CHECK-NEXT: +    out = conv_(x);
// CHECK-NEXT: +    out = norm_(out);
// CHECK-NEXT: +  }
// CHECK:      +    a = register_module("a", Unit(4, 0.5, true, true));

#include <torch/torch.h>

class UnitImpl : public torch::nn::Module {
public:
  UnitImpl(int64_t width, double p = 0.5, bool tracks = true);
  torch::Tensor forward(torch::Tensor x);

private:
  torch::nn::Conv2d conv_{nullptr};
  torch::nn::BatchNorm2d norm_{nullptr};
  torch::nn::Dropout drop_{nullptr}; // the last one
};
TORCH_MODULE(Unit);

UnitImpl::UnitImpl(int64_t width, double p, bool tracks) {
  conv_ = register_module("conv", torch::nn::Conv2d(torch::nn::Conv2dOptions(width, width, 3)));
  norm_ = register_module(
      "norm",
      torch::nn::BatchNorm2d(torch::nn::BatchNorm2dOptions(width).track_running_stats(tracks)));
  drop_ = register_module("drop", torch::nn::Dropout(p));
}

torch::Tensor UnitImpl::forward(torch::Tensor x) {
  auto out = conv_(x);
  out = norm_(out);
  out = torch::relu(out);
  return drop_(out);
}

struct Net : torch::nn::Module {
  Net() {
    a = register_module("a", Unit(4));
    b = register_module("b", std::make_shared<UnitImpl>(4, 0.2, false));
  }
  torch::Tensor forward(torch::Tensor x) { return b(a(x)); }
  Unit a{nullptr}, b{nullptr};
};
