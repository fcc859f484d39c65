// Smart pointers and module holders that hold nothing are used.
// RUN: not fx-clang-trace %s -- 2>&1 | FileCheck %s
#include <torch/torch.h>

#include <memory>

using torch::Tensor;

struct DereferencedImpl : torch::nn::Module {
  Tensor forward(Tensor x) {
    std::unique_ptr<int> number;
    return x + *number;
    // CHECK: empty-pointers.cpp:[[# @LINE - 1]]:{{[0-9]+}}: error: a null pointer is dereferenced here [null-pointer-dereferenced]
  }
};
TORCH_MODULE(Dereferenced);

struct CalledImpl : torch::nn::Module {
  Tensor forward(Tensor x) {
    torch::nn::Linear layer = nullptr;
    return layer(x);
    // CHECK: empty-pointers.cpp:[[# @LINE - 1]]:{{[0-9]+}}: error: an empty module holder is called here [empty-holder-called]
  }
};
TORCH_MODULE(Called);

struct IndexedImpl : torch::nn::Module {
  Tensor forward(Tensor x) {
    torch::nn::Sequential layers = nullptr;
    layers[0];
    // CHECK: empty-pointers.cpp:[[# @LINE - 1]]:{{[0-9]+}}: error: an empty module holder is indexed here [empty-holder-indexed]
    return x;
  }
};
TORCH_MODULE(Indexed);
