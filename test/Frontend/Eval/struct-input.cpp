// A struct that forward takes is one input; its members are read from it, its methods stay calls.
// RUN: fx-clang-trace %s -- 2>&1 | FileCheck %s
#include <torch/torch.h>
struct Cache {
  torch::Tensor keys;
  std::tuple<torch::Tensor, torch::Tensor> both() const { return {keys, keys}; }
};
struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x, const Cache& cache) {
    // CHECK: struct-input.cpp:[[@LINE+1]]:{{[0-9]+}}: remark: 'Cache::both' of an input of the model stays one opaque call
    auto [k, v] = cache.both();
    return torch::matmul(x, cache.keys) + k + v;
  }
};
// CHECK: %both : {{.*}}call_method[target=both](args = (%cache,)
// CHECK: operator.getitem](args = (%both, 0)
// CHECK: builtins.getattr](args = (%cache, "keys")
