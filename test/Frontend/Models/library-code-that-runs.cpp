// Algorithms, engines and function objects of the library run as the library has them.
// RUN: fx-clang-trace %s --emit=fx -- 2>&1 | FileCheck %s
#include <torch/torch.h>

#include <algorithm>
#include <functional>
#include <random>
#include <string>
#include <vector>

struct Item {
  int value = 0;
  int assigned = 0;
  Item& operator=(const Item& other) {
    value = other.value;
    ++assigned;
    return *this;
  }
  Item() = default;
  Item(int given) : value(given) {}
  Item(const Item&) = default;
};
void swap(Item& left, Item& right) {
  std::swap(left.value, right.value);
  left.assigned = right.assigned = 100;
}
bool operator<(const Item& left, const Item& right) {
  return left.value < right.value;
}

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    const auto is_odd = [](int n) { return n % 2 != 0; };
    // CHECK: operator.add](args = (%x, 7), kwargs = {})
    if (std::not_fn(is_odd)(4)) x = x + 7;
    std::mt19937 engine(1);
    // CHECK: operator.add](args = (%add, 1791095845), kwargs = {})
    x = x + static_cast<int64_t>(engine());
    Item from[2] = {Item(1), Item(2)};
    Item to[2];
    std::copy(from, from + 2, to);
    // CHECK: operator.add](args = (%add_1, 12), kwargs = {})
    x = x + (to[1].value + 10 * to[1].assigned);
    std::iter_swap(to, to + 1);
    // CHECK: operator.add](args = (%add_2, 102), kwargs = {})
    x = x + (to[0].value + to[0].assigned);
    // CHECK: operator.add](args = (%add_3, 4), kwargs = {})
    x = x + static_cast<int>(std::min(std::string::npos, size_t(4)));
    // CHECK: operator.add](args = (%add_4, 2), kwargs = {})
    x = x + std::max(Item(1), Item(2)).value;
    // CHECK: operator.add](args = (%add_5, 1), kwargs = {})
    return x + std::max({3, 1, 2}, std::greater<int>());
  }
};
