// merge() takes over what the target does not have, and the places of the elements with it.
// RUN: fx-clang-trace %s --emit=fx -- 2>&1 | FileCheck %s
#include <torch/torch.h>

#include <map>
#include <memory>
#include <set>

struct Convertible {
  operator std::pair<const int, int>() const { return {4, 40}; }
};

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    std::map<int, int> target{{1, 10}, {2, 20}};
    std::map<int, int> source{{2, 21}, {3, 30}};
    const int* place = &source.at(3);
    target.merge(source);
    // CHECK: operator.add](args = (%x, 60), kwargs = {})
    x = x + (target.at(1) + target.at(2) + target.at(3));
    // CHECK: operator.add](args = (%add, 21), kwargs = {})
    if (place == &target.at(3)) x = x + source.begin()->second;
    target.insert(Convertible());
    // CHECK: operator.add](args = (%add_1, 40), kwargs = {})
    x = x + target.at(4);
    std::initializer_list<int> list{1, 2, 3};
    const auto copy = list;
    // CHECK: operator.add](args = (%add_2, 3), kwargs = {})
    return copy.begin() == list.begin() ? x + static_cast<int>(copy.size()) : x;
  }
};
