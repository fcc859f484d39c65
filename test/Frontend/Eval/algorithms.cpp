// <algorithm> and <numeric> are run as they stand in the library's headers.
// RUN: fx-clang-trace %s -- | FileCheck %s
#include <algorithm>
#include <numeric>
#include <torch/torch.h>

struct Net : torch::nn::Module {
  Net() {
    std::vector<int64_t> widths(4);
    std::iota(widths.begin(), widths.end(), 1); // 1 2 3 4
    std::transform(widths.begin(), widths.end(), widths.begin(), [](int64_t w) { return w * 8; });
    if (std::any_of(widths.begin(), widths.end(), [](int64_t w) { return w == 24; }))
      widths.erase(std::find(widths.begin(), widths.end(), 24)); // 8 16 32
    widths.insert(widths.begin(), 4);
    std::rotate(widths.begin(), widths.begin() + 1, widths.end()); // 8 16 32 4
    const auto largest = *std::max_element(widths.begin(), widths.end());
    std::fill(widths.begin(), widths.begin() + 1, largest); // 32 16 32 4
    std::vector<int64_t> tail;
    std::copy(widths.begin() + 2, widths.end(), std::back_inserter(tail));           // 32 4
    std::sort(tail.begin(), tail.end(), [](int64_t a, int64_t b) { return a < b; }); // 4 32
    register_module("tail", torch::nn::Linear(tail[0], tail[1]));
    std::for_each(widths.begin(), widths.end(),
                  [this](int64_t w) { layers->push_back(torch::nn::Linear(w, w + 1)); });
    register_module("layers", layers);
  }
  torch::Tensor forward(torch::Tensor x) { return layers->forward(x); }
  torch::nn::Sequential layers;
};
// CHECK: tail: torch::nn::Linear(in_features = 4, out_features = 32)
// CHECK: 0: torch::nn::Linear(in_features = 32, out_features = 33)
// CHECK: 1: torch::nn::Linear(in_features = 16, out_features = 17)
// CHECK: 2: torch::nn::Linear(in_features = 32, out_features = 33)
// CHECK: 3: torch::nn::Linear(in_features = 4, out_features = 5)
