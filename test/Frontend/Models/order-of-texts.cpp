// compare() and strcmp() give the difference of the first characters that differ, or of the lengths:
// one number, wherever the texts stand in memory.
// RUN: fx-clang-trace %s --root=Net -- | FileCheck %s
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    std::string kind = "relu";
    kind += std::to_string(3);
    // CHECK: operator.add](args = (%x, 2)
    x = x + kind.compare("relu1");
    // CHECK: operator.add](args = (%{{.*}}, -3)
    x = x + std::string("rel").compare("relu12");
    // CHECK: operator.add](args = (%{{.*}}, -50)
    x = x + std::strcmp(kind.c_str(), "relu32");
    // CHECK: operator.add](args = (%{{.*}}, 0)
    return x + std::strncmp(kind.c_str(), "relu32", 5);
  }
};
