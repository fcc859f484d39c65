// Iterators of hash tables are compared, looked through and moved on as those of other containers.
// RUN: fx-clang-trace %s --emit=fx -- 2>&1 | FileCheck %s
#include <torch/torch.h>

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    std::unordered_map<int, int> widths{{1, 10}, {2, 20}, {3, 30}};
    auto at = widths.find(2);
    // CHECK: operator.add](args = (%x, 20), kwargs = {})
    if (at != widths.end()) x = x + at->second;
    // CHECK: operator.add](args = (%add, -1), kwargs = {})
    if (widths.find(7) == widths.end()) x = x + -1;
    // CHECK: operator.add](args = (%add_1, 3), kwargs = {})
    x = x + std::distance(widths.begin(), widths.end());
    std::unordered_set<int> seen;
    auto [first, is_new] = seen.insert(5);
    // CHECK: operator.add](args = (%add_2, 5), kwargs = {})
    if (is_new) x = x + *first;
    widths.max_load_factor(2.5f);
    // CHECK: operator.add](args = (%add_3, 25), kwargs = {})
    return x + static_cast<int>(widths.max_load_factor() * 10);
  }
};
