// An argument that Python takes by keyword alone is a keyword in the graph, wherever C++ has it.
// RUN: fx-clang-trace %s -- | FileCheck %s
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    // CHECK: target=torch.add](args = (%x, 2), kwargs = {alpha: 3})
    x = torch::add(x, 2, 3);
    // A keyword of another overload of std is none of this one.
    // CHECK: target=std](args = (%add, 0), kwargs = {})
    return x.std(0);
  }
};
