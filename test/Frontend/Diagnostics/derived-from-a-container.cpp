// A class derived from a container of the library's is refused where its base is made.
// RUN: not fx-clang-trace %s -- 2>&1 | FileCheck %s
#include <torch/torch.h>

struct Widths : std::vector<int> {
  // CHECK: [[@LINE+1]]:{{[0-9]+}}: error: a class derived from 'std::vector' is not supported yet: make the 'std::vector' a member
  Widths(int count) : std::vector<int>(count, 3) {}
};
// Of these nothing is read.
struct Ordered : std::less<int>, std::enable_shared_from_this<Ordered> {
  int value = 3;
};
struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    const Ordered ordered;
    const Widths widths(4);
    return x * ordered.value * static_cast<double>(widths.size());
  }
};
