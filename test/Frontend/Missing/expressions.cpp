// What the tracer does not know of expressions and statements.
// RUN: not fx-clang-trace %s -- 2>&1 | FileCheck %s --implicit-check-not=error:
#include <torch/torch.h>

using torch::Tensor;

struct Jump : torch::nn::Module {
  Tensor forward(Tensor x) {
    int number = ({
      // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: a jump out of an expression is not supported yet [jump-out-of-an-expression]
      return x;
      1;
    });
    return x + number;
  }
};

struct Assembly : torch::nn::Module {
  Tensor forward(Tensor x) {
    // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: this statement (GCCAsmStmt) is not supported yet [statement]
    asm("nop");
    return x;
  }
};

struct Imaginary : torch::nn::Module {
  Tensor forward(Tensor x) {
    // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: this expression (ImaginaryLiteral) is not supported yet [expression]
    auto number = 2.0i;
    return x + __real__ number;
  }
};

struct OrderOfDtypes : torch::nn::Module {
  Tensor forward(Tensor x) {
    auto dtype = torch::kFloat;
    // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: operator '<' on these values is not supported yet [operator-on-these-values]
    return dtype < torch::kDouble ? x : -x;
  }
};

struct DtypeOfARun : torch::nn::Module {
  Tensor forward(Tensor x) {
    // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: this operation on a symbolic number is not supported yet [operation-on-a-symbolic-number]
    return x.scalar_type() < torch::kFloat ? x : -x;
  }
};

struct Point {
  int across = 1;
};

struct PointerToNoMember : torch::nn::Module {
  Tensor forward(Tensor x) {
    int Point::* member = nullptr;
    Point point;
    // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: this pointer to a member is not supported yet [pointer-to-a-member]
    return x + point.*member;
  }
};

struct Pair {
  int first, second;
};

struct PartsOfRawMemory : torch::nn::Module {
  Tensor forward(Tensor x) {
    auto* pair = static_cast<Pair*>(std::malloc(sizeof(Pair)));
    // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: this structured binding is not supported yet [structured-binding]
    auto& [first, second] = *pair;
    first = second = 1;
    return x + first;
  }
};

struct WideInteger : torch::nn::Module {
  Tensor forward(Tensor x) {
    // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: an integer wider than 64 bits is not supported yet [integer-wider-than-64-bits]
    __int128 wide = 5;
    return x + static_cast<double>(static_cast<int64_t>(wide * 5));
  }
};
