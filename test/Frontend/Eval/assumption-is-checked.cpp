// What --assume says of a value that the graph has is checked by the graph; of another value a remark
// says that nothing checks it.
// RUN: fx-clang-trace %s --assume=depth=2 --assume='x.size(0)=4' --assume='xs.size()=2' --assume='x.sum().item<float>()>0=false' --emit=fx -- 2>&1 | FileCheck %s
// RUN: fx-clang-trace %s --assume=depth=2 --assume='x.size(0)=4' --assume='xs.size()=2' --assume='x.sum().item<float>()>0=false' --emit=cpp -- 2>/dev/null | FileCheck %s --check-prefix=CPP
// RUN: fx-clang-trace %s --assume=depth=2 --assume='x.size(0)=4' --assume='xs.size()=2' --assume='x.sum().item<float>()>0=false' --emit=python -- 2>/dev/null | FileCheck %s --check-prefix=PYTHON
// RUN: fx-clang-trace %s --assume=depth=2 --assume='x.size(0)=4' --assume='xs.size()=2' --assume='x.sum().item<float>()>0=false' --passes=dce,cse --emit=fx -- 2>/dev/null | FileCheck %s --check-prefix=PASSES
#include <torch/torch.h>

#include <fstream>

struct Net : torch::nn::Module {
  Net() { std::ifstream("depth.txt") >> depth; }
  torch::Tensor forward(torch::Tensor x, std::vector<torch::Tensor> xs) {
    // CHECK: :[[@LINE+1]]:{{[0-9]+}}: remark: --assume: 'depth' is taken to be 2; the graph has no such value, and nothing checks that
    if (depth > 1) x = x + 1;
    if (x.size(0) > 1) x = x * 2;
    for (auto& y : xs)
      x = x + y;
    if (x.sum().item<float>() > 0) return x;
    return x * 3;
  }
  int depth = 0;
};
// CHECK: %[[LEN:[a-z_0-9]+]] : {{.*}}call_function[target=builtins.len](args = (%xs,)
// CHECK: %[[EQ:[a-z_0-9]+]] : {{.*}}operator.eq](args = (%[[LEN]], 2)
// CHECK: torch._assert](args = (%[[EQ]], traced for xs.size() = 2)
// CHECK: torch._assert]({{.*}} traced for x.size(0) = 4)
// CHECK: %[[NOT:[a-z_0-9]+]] : {{.*}}operator.not_
// CHECK: torch._assert](args = (%[[NOT]], traced for x.sum().item<float>()>0 = false)
// CPP: auto [[EQ:.*]] = {{.*}} == 2;
// CPP-NEXT: TORCH_CHECK([[EQ]], "traced for xs.size() = 2");
// CPP: auto [[ROWS:.*]] = {{.*}} == 4;
// CPP-NEXT: TORCH_CHECK([[ROWS]], "traced for x.size(0) = 4");
// CPP: auto [[NOT:.*]] = !({{.*}});
// CPP-NEXT: TORCH_CHECK([[NOT]], "traced for x.sum().item<float>()>0 = false");
// PYTHON: torch._assert({{.*}}'traced for xs.size() = 2')
// PYTHON: torch._assert({{.*}}'traced for x.size(0) = 4')
// PASSES-COUNT-3: torch._assert
