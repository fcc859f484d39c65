// What the tracer does not know of atomic objects: each is refused where it stands.
// RUN: not fx-clang-trace %s -- 2>&1 | FileCheck %s --implicit-check-not=error:
#include <torch/torch.h>

using torch::Tensor;

struct Pair {
  int a, b;
};

struct ComparedClass : torch::nn::Module {
  Tensor forward(Tensor x) {
    Pair pair{1, 2}, expected{1, 2}, desired{3, 4};
    // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: an atomic object of a class is not supported yet [atomic-object-of-a-class]
    __atomic_compare_exchange(&pair, &expected, &desired, false, __ATOMIC_SEQ_CST,
                              __ATOMIC_SEQ_CST);
    return x + pair.a;
  }
};

struct NotAnd : torch::nn::Module {
  Tensor forward(Tensor x) {
    int flags = 5;
    // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: this atomic operation is not supported yet [atomic-operation]
    __atomic_fetch_nand(&flags, 3, __ATOMIC_SEQ_CST);
    return x + flags;
  }
};

// GNU's functions count in bytes.
struct HalfAStep : torch::nn::Module {
  Tensor forward(Tensor x) {
    int numbers[4] = {1, 2, 3, 4};
    int* at = numbers;
    // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: this step of an atomic pointer is not supported yet [step-of-an-atomic-pointer]
    __atomic_fetch_add(&at, 2, __ATOMIC_SEQ_CST);
    return x + *at;
  }
};
