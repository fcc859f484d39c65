// Where the user said what is so, and the model computes something else, that may be the reason.
// REQUIRES: libtorch
// RUN: not fx-clang-trace %s --verify=eval --input x=2x2 --assume='factor()=7' -- 2>&1 | FileCheck %s
#include <torch/torch.h>

#include <cstdlib>

inline int factor() {
  return std::getenv("FX_NO_SUCH_VARIABLE") ? 3 : 2;
}

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) { return x * factor(); }
};
// CHECK: error: the regenerated model computes something else in eval mode, and so does the graph as traced: it took for given what the original may not do: --assume='factor()=7'
// CHECK-NEXT: note: the original computes these expressions; where they are something else there, leave the assumption out, or say what they are
