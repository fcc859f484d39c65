// What the tracer does not know of pointers that are inputs of a model.
// RUN: not fx-clang-trace %s -- -std=c++20 2>&1 | FileCheck %s --implicit-check-not=error:
#include <torch/torch.h>

#include <compare>

using torch::Tensor;

struct Read : torch::nn::Module {
  Tensor forward(Tensor x, int64_t* sizes) {
    // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: what this pointer points to is not supported yet [what-this-pointer-points-to]
    return x + *sizes;
  }
};

struct Indexed : torch::nn::Module {
  Tensor forward(Tensor x, int64_t* sizes) {
    // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: indexing this value is not supported yet [indexing-this-value]
    return x + sizes[1];
  }
};

struct Moved : torch::nn::Module {
  Tensor forward(Tensor x, int64_t* sizes) {
    // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: arithmetic on this pointer is not supported yet [arithmetic-on-this-pointer]
    int64_t* second = &sizes[1];
    return x + *second;
  }
};

struct Ordered : torch::nn::Module {
  Tensor forward(Tensor x, int64_t* sizes) {
    int64_t* nothing = nullptr;
    // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: this comparison with nothing is not supported yet [comparison-with-nothing]
    return sizes > nothing ? x : -x;
  }
};

struct ThreeWay : torch::nn::Module {
  Tensor forward(Tensor x, int64_t* sizes) {
    int64_t* nothing = nullptr;
    // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: this comparison is not supported yet [this-comparison]
    return (sizes <=> nothing) < 0 ? x : -x;
  }
};
