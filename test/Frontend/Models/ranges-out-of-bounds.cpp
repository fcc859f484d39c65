// Ranges and slices that leave their list are errors, as when the program runs, and no other list.
// RUN: not %fx-clang-trace %s --root='Slice(1, 9)' -- 2>&1 | FileCheck %s --check-prefix=LONG
// RUN: not %fx-clang-trace %s --root='Slice(-1, 1)' -- 2>&1 | FileCheck %s --check-prefix=NEGATIVE
// RUN: not %fx-clang-trace %s --root='Sizes()' -- 2>&1 | FileCheck %s --check-prefix=SIZES
// RUN: not %fx-clang-trace %s --root='Unknown()' -- 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// RUN: not %fx-clang-trace %s --root='Range()' -- 2>&1 | FileCheck %s --check-prefix=RANGE
#include <algorithm>
#include <torch/torch.h>

// LONG: error: slice(1, 9) reaches beyond a list of 3
// NEGATIVE: error: slice(-1, 1) reaches beyond a list of 3
struct Slice : torch::nn::Module {
  int64_t begin_, count_;
  Slice(int64_t begin, int64_t count) : begin_(begin), count_(count) {}
  torch::Tensor forward(torch::Tensor x) {
    std::vector<int64_t> sizes{2, 3, 4};
    return x + torch::zeros(c10::IntArrayRef(sizes).slice(begin_, count_));
  }
};

// SIZES: error: this unsigned number is too large for an argument of a graph
struct Sizes : torch::nn::Module {
  int from = -1;
  torch::Tensor forward(torch::Tensor x) { return torch::zeros(x.sizes().slice(from, 1)); }
};

// UNKNOWN: error: this slice of a list is not supported yet
struct Unknown : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    std::vector<int64_t> sizes{2, 3, 4};
    return torch::zeros(c10::IntArrayRef(sizes).slice(0, x.size(0)));
  }
};

// RANGE: error: this iterator leaves its container
struct Range : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    std::vector<int64_t> sizes{2, 3, 4};
    std::reverse(sizes.begin(), sizes.begin() + 100);
    return x.view(sizes);
  }
};
