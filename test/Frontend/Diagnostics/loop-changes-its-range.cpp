// A loop whose body changes the vector that it runs over has no meaning in C++.
// RUN: not fx-clang-trace %s -- 2>&1 | FileCheck %s
#include <torch/torch.h>
struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    std::vector<int> sizes{1, 2};
    // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: the body of this loop changes the container that the loop runs over
    for (int size : sizes)
      if (size < 3) sizes.push_back(size + 2);
    return x + static_cast<int>(sizes.size());
  }
};
