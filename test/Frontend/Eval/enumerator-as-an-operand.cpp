// An enumerator that a leaf function takes is its number in the graph, as it is in C++.
// RUN: fx-clang-trace %s --wrap=scaled -- | FileCheck %s
#include <torch/torch.h>

enum class Mode { Half = 3, Double };

torch::Tensor scaled(torch::Tensor x, Mode mode) {
  return mode == Mode::Half ? x / 2 : x * 2;
}

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) { return scaled(x, Mode::Double) + 1; }
};
// CHECK: %scaled : {{.*}}call_function[target=scaled](args = (%x, 4), kwargs = {})
