// An abstract class is there, and cannot be made: the classes that derive from it can.
// RUN: not fx-clang-trace %s --root=OutputLayer -- 2>&1 | FileCheck %s
// RUN: not fx-clang-trace %s --root=Alone -- 2>&1 | FileCheck %s --check-prefix=ALONE
#include <torch/torch.h>

// CHECK: :[[@LINE+2]]:8: error: --root: 'OutputLayer' is abstract: no object can be made of it [root-is-abstract]
// CHECK-NOT: Other
struct OutputLayer : torch::nn::Module {
  virtual torch::Tensor forward(torch::Tensor x) = 0;
};
struct Other : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) { return x; }
};
// CHECK: :[[@LINE+1]]:8: note: candidate: --root='Categorical(<int classes>)'
struct Categorical : OutputLayer {
  explicit Categorical(int classes) {}
  torch::Tensor forward(torch::Tensor x) override { return x; }
};
// ALONE: error: --root: 'Alone' is abstract
// ALONE: note: no class of the files that were read derives from it: name the file of one that does
struct Alone : torch::nn::Module {
  virtual torch::Tensor forward(torch::Tensor x) = 0;
};
