// std::set, and text made with a string stream.
// RUN: fx-clang-trace %s -- | FileCheck %s
#include <set>
#include <sstream>
#include <torch/torch.h>

struct Net : torch::nn::Module {
  Net() {
    std::set<int> selected{5, 1, 3, 1};
    selected.insert(2);
    selected.erase(3);
    for (int i : selected) {
      std::ostringstream name;
      name << "layer_" << i << '_' << 7;
      if (selected.count(i + 1)) name << "x";
      register_module(name.str(), torch::nn::Linear(i, static_cast<int>(selected.size())));
    }
    auto it = selected.find(2);
    register_module((std::stringstream() << "found" << *it).str(), torch::nn::Linear(*it, 1));
  }
  torch::Tensor forward(torch::Tensor x) { return x; }
};
// CHECK: layer_1_7x: torch::nn::Linear(in_features = 1, out_features = 3)
// CHECK-NEXT: layer_2_7: torch::nn::Linear(in_features = 2, out_features = 3)
// CHECK-NEXT: layer_5_7: torch::nn::Linear(in_features = 5, out_features = 3)
// CHECK-NEXT: found2: torch::nn::Linear(in_features = 2, out_features = 1)
