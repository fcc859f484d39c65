// What LibTorch writes c10::SymInt for is a number of a model that runs: sym_size() is size(), and
// an overload for SymInt is its operator.
// RUN: fx-clang-trace %s --emit=fx -- | FileCheck %s
// RUN: %if libtorch-2.6 %{ fx-clang-trace %s --emit=fx -- %libtorch_26 | FileCheck %s %}
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    // CHECK: %[[N:size]] : [num_users=3] = call_method[target=size](args = (%x, 0)
    c10::SymInt n = x.sym_size(0);
    // CHECK: %view : {{.*}} = call_method[target=view](args = (%x, %[[N]], -1)
    auto y = x.view_symint({n, -1});
    c10::SymInt twice = n * 2;
    // CHECK: %mul : {{.*}} = call_function[target=operator.mul](args = (%[[N]], 2)
    // CHECK: %add : {{.*}} = call_function[target=operator.add](args = (%mul, 1)
    twice += 1;
    // CHECK: %zeros : {{.*}} = call_function[target=torch.zeros](args = (%add, 3)
    y = y.sum() + at::zeros_symint({twice, 3});
    // CHECK: %numel : {{.*}} = call_method[target=numel](args = (%x,)
    y = y + x.sym_numel().expect_int();
    // CHECK: call_method[target=size](args = (%x,)
    // CHECK-NEXT: call_method[target=new_zeros](args = (%x,
    y = y + x.new_zeros_symint(x.sym_sizes()).sum();
    c10::SymInt known;
    known += 3;
    if (known >= 3 && known != 4 && !known.is_symbolic())
      // CHECK: operator.mul](args = ({{.*}}, %[[N]])
      return y * n.guard_int(__FILE__, __LINE__);
    return y;
  }
};
