// --root names something else than a module: the note says what.
// RUN: not fx-clang-trace %s --root='own::Holder(3)' -- 2>&1 | FileCheck %s
#include <torch/torch.h>

namespace own {
struct Module {};
// CHECK: error: --root makes something that is neither a torch::nn::Module nor a function [root-makes-no-module]
// CHECK: :[[@LINE+1]]:8: note: it gives a 'own::Holder', which is not derived from torch::nn::Module
struct Holder : Module {
  explicit Holder(int n) {}
};
} // namespace own
