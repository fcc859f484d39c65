// Iterators of lists, maps and sets stay with their element; one whose element is gone is an error.
// RUN: %fx-clang-trace %s --root='Net()' -- | FileCheck %s
// RUN: not %fx-clang-trace %s --root='Gone()' -- 2>&1 | FileCheck %s --check-prefix=GONE
#include <list>
#include <map>
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    std::list<int> list{1, 2, 3};
    auto second = std::next(list.begin());
    list.push_front(0);
    x = x + *second;
    // CHECK: args = (%x, 2)
    second = list.erase(second);
    x = x + *second;
    // CHECK: args = (%add, 3)
    std::map<int, int> map{{5, 50}};
    auto five = map.find(5);
    map[1] = 10;
    x = x + five->second;
    // CHECK: args = (%add_1, 50)
    for (auto it = map.rbegin(); it != map.rend(); ++it)
      x = x + it->first;
    // CHECK: args = (%add_2, 5)
    // CHECK: args = (%add_3, 1)
    return x;
  }
};

// GONE: error: the element of this iterator is no longer in the container
struct Gone : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    std::map<int, int> map{{5, 50}, {6, 60}};
    auto five = map.find(5);
    map.erase(5);
    return x + five->second;
  }
};
