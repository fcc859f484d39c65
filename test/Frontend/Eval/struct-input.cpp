// A struct that forward takes is one input; its members are read from it, its methods are run.
// RUN: fx-clang-trace %s -- 2>&1 | FileCheck %s
#include <torch/torch.h>
struct Cache {
  torch::Tensor keys;
  std::tuple<torch::Tensor, torch::Tensor> both() const { return {keys, torch::relu(keys)}; }
  virtual torch::Tensor scale() const { return keys; }
};
struct Doubled {
  torch::Tensor x;
  mutable torch::Tensor kept;
  torch::Tensor twice() const { return kept = x * 2; }
};
struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x, const Cache& cache, Doubled other) {
    // CHECK: struct-input.cpp:[[@LINE+3]]:{{[0-9]+}}: remark: 'Cache::scale' of an input of the model stays one opaque call
    auto [k, v] = cache.both();
    // Which method it is depends on the class of what a run is given.
    x = x * cache.scale();
    // CHECK: struct-input.cpp:[[@LINE+2]]:{{[0-9]+}}: remark: 'Doubled::twice' of an input of the model stays one opaque call
    // A mutable member changes.
    x = x * other.twice();
    return torch::matmul(x, cache.keys) + k + v;
  }
};
// CHECK: %[[KEYS:[a-z_0-9]*]] : {{.*}}builtins.getattr](args = (%cache, "keys")
// CHECK: torch.relu](args = (%{{[a-z_0-9]*}},)
// CHECK: %scale : {{.*}}call_method[target=scale](args = (%cache,)
