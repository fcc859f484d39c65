// The sizes of a tensor stand in the tensor: iterators from two calls of sizes() belong together.
// RUN: fx-clang-trace %s --root=Net --input x=2x3x4 -- 2>/dev/null | FileCheck %s
// RUN: fx-clang-trace %s --root=Constructed -- | FileCheck %s --check-prefix=CONSTRUCTED
// RUN: not fx-clang-trace %s --root=OfTwo --input x=2x3 --input y=2x3 -- 2>&1 | FileCheck %s --check-prefix=TWO
// RUN: not fx-clang-trace %s --root=Owned --input x=2x3 -- 2>&1 | FileCheck %s --check-prefix=OWNED
#include <torch/torch.h>

#include <numeric>

struct Net : torch::nn::Module {
  // CHECK: %size : {{.*}} = call_method[target=size](args = (%x,)
  // CHECK: %[[FIRST:.*]] : {{.*}} = call_function[target=operator.getitem](args = (%size, 0)
  // CHECK: %[[SECOND:.*]] : {{.*}} = call_function[target=operator.getitem](args = (%size, 1)
  // CHECK: call_method[target=view](args = (%x, %[[FIRST]], %[[SECOND]], -1)
  torch::Tensor forward(torch::Tensor x) {
    std::vector<int64_t> sizes(x.sizes().begin(), x.sizes().end() - 1);
    sizes.push_back(-1);
    return x.view(sizes);
  }
};

struct Constructed : torch::nn::Module {
  Constructed() : fc(register_module("fc", torch::nn::Linear(3, 4))) {
    for (auto size = fc->weight.sizes().begin(); size != fc->weight.sizes().end(); ++size)
      product *= *size;
    sum = std::accumulate(fc->weight.sizes().begin(), fc->weight.sizes().end(), int64_t(0));
  }
  // CONSTRUCTED: operator.mul](args = (%{{.*}}, 12)
  // CONSTRUCTED: operator.add](args = (%{{.*}}, 7)
  torch::Tensor forward(torch::Tensor x) { return fc(x) * product + sum; }
  torch::nn::Linear fc;
  int64_t product = 1;
  int64_t sum;
};

struct OfTwo : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x, torch::Tensor y) {
    // TWO: :[[@LINE+1]]:{{.*}} error: this range ends before it begins or after its container
    std::vector<int64_t> sizes(x.sizes().begin(), y.sizes().end());
    return x.view(sizes);
  }
};

// Vectors have elements of their own.
struct Owned : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    // OWNED: :[[@LINE+1]]:{{.*}} error: this range ends before it begins or after its container
    std::vector<int64_t> sizes(x.sizes().vec().begin(), x.sizes().vec().end());
    return x.view(sizes);
  }
};
