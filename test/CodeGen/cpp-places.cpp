// --print-locations: generated code says where its values are computed.
// RUN: fx-clang-trace %s --emit=cpp --print-locations -- | FileCheck %s
// RUN: fx-clang-trace %s --emit=cpp -- | FileCheck %s --check-prefix=WITHOUT
// RUN: fx-clang-trace %s --emit=python --print-locations -- | FileCheck %s --check-prefix=PYTHON
#include <torch/torch.h>

struct Net : torch::nn::Module {
  Net() { register_buffer("table", torch::ones({2}) * 3); }
  torch::Tensor forward(torch::Tensor x) {
    auto a = torch::relu(x) + 1; // F::relu
    return a.exp();
  }
};

// CHECK: // File: {{.*}}cpp-places.cpp:8, code: Net() { register_buffer("table", torch::ones({2}) * 3); }
// CHECK-NEXT: torch::ones
// CHECK: forward(
// CHECK-NEXT: // File: {{.*}}cpp-places.cpp:10, code: auto a = torch::relu(x) + 1; // F::relu
// CHECK-NEXT: torch::relu(x);
// CHECK-NEXT: + 1;
// CHECK-NEXT: // File: {{.*}}cpp-places.cpp:11, code: return a.exp();
// CHECK-NEXT: exp();
// WITHOUT-NOT: File:
// PYTHON: # File: {{.*}}cpp-places.cpp:8, code: Net() {
// PYTHON: # File: {{.*}}cpp-places.cpp:10, code: auto a = torch::relu(x) + 1; // F::relu
