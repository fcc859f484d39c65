// What the tracer does not know of variables whose types or sizes are computed.
// RUN: not fx-clang-trace %s -- 2>&1 | FileCheck %s --implicit-check-not=error:
#include <torch/torch.h>

using torch::Tensor;

struct Objects : torch::nn::Module {
  int count = 3;
  Tensor forward(Tensor x) {
    // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: an array of a computed size with such elements is not supported yet [computed-array-of-such-elements]
    std::string texts[count];
    return x + static_cast<int>(texts[0].size());
  }
};

struct FunctionType : torch::nn::Module {
  int count = 3;
  Tensor forward(Tensor x) {
    // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: this type, whose size is computed is not supported yet [type-of-a-computed-size]
    int (*(*function)())[count] = nullptr;
    return function ? x : -x;
  }
};

struct Bits {
  unsigned low : 3;
};

struct SizeInABitField : torch::nn::Module {
  Tensor forward(Tensor x) {
    Bits bits{};
    // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: a symbolic number in a bit-field is not supported yet [symbolic-number-in-a-bit-field]
    bits.low = x.size(0);
    return x + bits.low;
  }
};
