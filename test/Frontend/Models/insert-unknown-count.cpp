// How many elements a list has decides what the graph is: a count that is not known is refused.
// RUN: not fx-clang-trace %s -- 2>&1 | FileCheck %s --check-prefix=UNKNOWN
#include <torch/torch.h>

using torch::Tensor;

struct UnknownCountImpl : torch::nn::Module {
  Tensor forward(Tensor a, int64_t n) {
    std::vector<Tensor> items{a};
    // UNKNOWN: insert-unknown-count.cpp:[[@LINE+1]]:{{[0-9]+}}: error: {{.*}}this number of elements
    items.insert(items.end(), n, a);
    return torch::cat(items);
  }
};
TORCH_MODULE(UnknownCount);
