// A pass that goes wrong of each family that is about layers and modules: --verify finds which it was.
// REQUIRES: libtorch
// RUN: rm -rf %t && mkdir %t
// RUN: %cxx -std=c++20 -shared -fPIC -I %S/../../include -I %build_dir/lib/generated %S/Inputs/WrongPasses.cpp -o %t/libWrongPasses.so
// RUN: bash -c 'for pass in merge-linears merge-matmuls layout split-module extract-submodule inline-modules; do fx-clang-trace %s --load-pass-plugin=%t/libWrongPasses.so --verify=eval --input 4x4 --passes="normalize-args<keywords>,wrong-$pass" -o /dev/null -- 2>&1; echo "$pass: $?"; done' | FileCheck %s
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::nn::Linear query = register_module("query", torch::nn::Linear(4, 4));
  torch::nn::Linear key = register_module("key", torch::nn::Linear(4, 4));

  torch::Tensor forward(const torch::Tensor& x) {
    const auto q = query(x), k = torch::relu(key(x));
    const auto products = torch::matmul(q, k.t());
    const auto [largest, places] = torch::max(products, 1);
    return torch::tanh(products - q * 2) + largest - places;
  }
};
// CHECK: note: the graph as traced computes what the original does: the pass 'wrong-merge-linears' changed this
// CHECK-NEXT: merge-linears: 1
// CHECK: the pass 'wrong-merge-matmuls' changed this
// CHECK-NEXT: merge-matmuls: 1
// CHECK: the pass 'wrong-layout' changed this
// CHECK-NEXT: layout: 1
// CHECK: the pass 'wrong-split-module' changed this
// CHECK-NEXT: split-module: 1
// CHECK: the pass 'wrong-extract-submodule' changed this
// CHECK-NEXT: extract-submodule: 1
// CHECK: the pass 'wrong-inline-modules' changed this
// CHECK-NEXT: inline-modules: 1
