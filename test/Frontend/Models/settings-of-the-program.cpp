// Settings of the whole program are not in a graph: those that choose among kernels are remarked,
// those that change results are refused, whatever version of LibTorch has them.
// RUN: fx-clang-trace %s --root=Kernels -- 2>&1 | FileCheck %s
// RUN: not fx-clang-trace %s --root=Denormals -- 2>&1 | FileCheck %s --check-prefix=DENORMALS
// RUN: not fx-clang-trace %s --root=Precision -- 2>&1 | FileCheck %s --check-prefix=PRECISION
// RUN: not fx-clang-trace %s --root=Asks -- 2>&1 | FileCheck %s --check-prefix=ASKS
#include <torch/torch.h>

struct Kernels : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    // CHECK-DAG: :[[#@LINE+1]]:{{[0-9]+}}: remark: 'setBenchmarkCuDNN' chooses how operators are computed
    at::globalContext().setBenchmarkCuDNN(true);
    // CHECK-DAG: :[[#@LINE+1]]:{{[0-9]+}}: remark: 'setDeterministicAlgorithms' chooses
    torch::globalContext().setDeterministicAlgorithms(true, false);
    // CHECK-DAG: :[[#@LINE+1]]:{{[0-9]+}}: remark: 'set_num_threads' chooses
    torch::set_num_threads(2);
    // CHECK-DAG: :[[#@LINE+1]]:{{[0-9]+}}: remark: the tracer has no model of 'at::init_num_threads': the graph does not have what it does
    at::init_num_threads();
    // CHECK-DAG: call_function[target=torch.relu]
    return torch::relu(x);
  }
};

// RUN: fx-clang-trace %s --root=Seeds -- 2>&1 | FileCheck %s --check-prefix=SEEDS
struct Seeds : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    auto generator = at::detail::getDefaultCPUGenerator();
    // SEEDS: :[[#@LINE+1]]:{{[0-9]+}}: remark: the tracer has no model of 'at::Generator::set_current_seed': the graph does not have what it does
    generator.set_current_seed(42);
    return x + torch::rand({3});
  }
};

struct Denormals : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    // DENORMALS: :[[#@LINE+1]]:{{[0-9]+}}: error: 'setFlushDenormal' changes what operators do from here on, in the whole program: a graph does not hold that; set it in the program before it makes the model
    at::globalContext().setFlushDenormal(true);
    return torch::relu(x);
  }
};

struct Precision : torch::nn::Module {
  Precision() {
    // PRECISION: :[[#@LINE+1]]:{{[0-9]+}}: error: 'setFloat32MatmulPrecision' changes what operators do
    at::globalContext().setFloat32MatmulPrecision("medium");
  }
  torch::Tensor forward(torch::Tensor x) { return torch::relu(x); }
};

struct Asks : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    // ASKS: :[[#@LINE+1]]:{{[0-9]+}}: error: the condition of this 'if' needs a value that is not known
    if (at::globalContext().deterministicAlgorithms()) return x;
    return torch::relu(x);
  }
};
