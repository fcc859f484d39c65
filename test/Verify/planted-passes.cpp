// A pass that goes wrong, one of each family, behind one that does not: --verify finds which it was.
// REQUIRES: libtorch
// RUN: rm -rf %t && mkdir %t
// RUN: %cxx -std=c++20 -shared -fPIC -I %S/../../include -I %build_dir/lib/generated %S/Inputs/WrongPasses.cpp -o %t/libWrongPasses.so
// RUN: bash -c 'for pass in reinplace functionalize fold cse normalize split fuse dce mixed-precision quantize; do fx-clang-trace %s --load-pass-plugin=%t/libWrongPasses.so --verify=eval --input 2x4 --passes="normalize-args<keywords>,wrong-$pass" -o /dev/null -- 2>&1; echo "$pass: $?"; done' | FileCheck %s
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::nn::LayerNorm norm =
      register_module("norm", torch::nn::LayerNorm(torch::nn::LayerNormOptions({4})));
  torch::Tensor scale = register_buffer("scale", torch::ones({4}));

  std::vector<torch::Tensor> forward(const torch::Tensor& x) {
    const auto shifted = norm(x) - x;
    const auto written = shifted * scale;
    written.add_(1);
    const auto grown = torch::exp(written);
    const auto first = torch::rand({2, 4}), second = torch::rand({2, 4});
    return {written, grown, first - second * 2, first};
  }
};
// CHECK: note: the graph as traced computes what the original does: the pass 'wrong-reinplace' changed this
// CHECK-NEXT: reinplace: 1
// CHECK: the pass 'wrong-functionalize' changed this
// CHECK-NEXT: functionalize: 1
// CHECK: the pass 'wrong-fold' changed this
// CHECK-NEXT: fold: 1
// CHECK: the pass 'wrong-cse' changed this
// CHECK-NEXT: cse: 1
// CHECK: the pass 'wrong-normalize' changed this
// CHECK-NEXT: normalize: 1
// CHECK: the pass 'wrong-split' changed this
// CHECK-NEXT: split: 1
// CHECK: the pass 'wrong-fuse' changed this
// CHECK-NEXT: fuse: 1
// CHECK: the pass 'wrong-dce' changed this
// CHECK-NEXT: dce: 1
// CHECK: the pass 'wrong-mixed-precision' changed this
// CHECK-NEXT: mixed-precision: 1
// CHECK: the pass 'wrong-quantize' changed this
// CHECK-NEXT: quantize: 1
