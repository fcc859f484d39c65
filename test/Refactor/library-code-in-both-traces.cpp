// The edited file is traced in the unit that was traced before: code of the standard library runs in
// both, also where Clang has instantiated it since.
// RUN: %fx-clang-trace --rewrite %s -- | FileCheck %s --allow-empty --implicit-check-not=error
#include <list>
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    std::list<double> line{1, 2, 3};
    auto second = std::next(line.begin());
    return x * std::distance(line.begin(), second);
  }
};
