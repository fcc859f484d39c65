// With -fopenmp loops run in order; what each thread does is refused where the model needs it. Neither
// omp.h nor a precompiled header of its own is needed.
// RUN: fx-clang-trace %s --root=Loops --emit=fx -- -fopenmp 2>&1 | FileCheck %s --implicit-check-not=headers
// RUN: not fx-clang-trace %s --root=Threads --emit=fx -- -fopenmp 2>&1 | FileCheck %s --check-prefix=THREADS
// RUN: not fx-clang-trace %s --root=Private --emit=fx -- -fopenmp=libomp 2>&1 | FileCheck %s --check-prefix=PRIVATE
// RUN: not fx-clang-trace %s --root=InMacro --emit=fx -- -fopenmp 2>&1 | FileCheck %s --check-prefix=MACRO
// RUN: fx-clang-trace %s --root=Threads --emit=fx -- | FileCheck %s --check-prefix=WITHOUT
#include <torch/torch.h>

// CHECK: call_function[target=torch.relu]
// CHECK: call_function[target=torch.relu]
// CHECK: return relu_1
struct Loops : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    int count = 0;
#pragma omp parallel for reduction(+ : count) schedule(static)
    for (int i = 0; i < 2; ++i) {
      x = torch::relu(x);
      ++count;
    }
    return x;
  }
};

// WITHOUT: call_function[target=torch.relu]
struct Threads : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
// THREADS: openmp.cpp:[[@LINE+1]]:1: error: what this directive of OpenMP means depends on its threads: a graph has one order, that of one thread, which is kept for loops alone
#pragma omp parallel
    {
      x = torch::relu(x);
    }
    return x;
  }
};

#define IN_THREADS _Pragma("omp parallel")
struct InMacro : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    // MACRO: openmp.cpp:[[@LINE+1]]:5: error: what this directive of OpenMP means
    IN_THREADS {
      x = torch::relu(x);
    }
    return x;
  }
};

struct Private : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    int last = 1;
    // clang-format off
// PRIVATE: openmp.cpp:[[@LINE+1]]:1: error: what this directive
#pragma omp parallel for \
    private(last)
    // clang-format on
    for (int i = 0; i < 2; ++i)
      last = i;
    return x + last;
  }
};
