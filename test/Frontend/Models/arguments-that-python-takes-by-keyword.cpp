// An argument that Python takes by keyword alone is a keyword in the graph, wherever C++ has it.
// RUN: fx-clang-trace %s -- | FileCheck %s
#include <torch/torch.h>

struct Net : torch::nn::Module {
  // CHECK: target=torch.add](args = (%x, 2), kwargs = {alpha: 3})
  torch::Tensor forward(torch::Tensor x) { return torch::add(x, 2, 3); }
};
