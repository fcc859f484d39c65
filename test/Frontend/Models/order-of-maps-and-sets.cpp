// Maps and sets are in the order of their comparator, unordered ones in that of libstdc++'s table.
// RUN: %fx-clang-trace %s --root='Net()' -- | FileCheck %s
// RUN: not %fx-clang-trace %s --root='Unknown()' -- 2>&1 | FileCheck %s --check-prefix=UNKNOWN
#include <map>
#include <set>
#include <torch/torch.h>
#include <unordered_set>

struct ByLastDigit {
  bool operator()(int a, int b) const { return a % 10 < b % 10; }
};

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    for (const auto& [key, value] : std::map<int, int, std::greater<int>>{{1, 10}, {2, 20}})
      x = x + value;
    // CHECK: args = (%x, 20)
    // CHECK: args = (%add, 10)
    for (int k : std::set<int, ByLastDigit>{17, 23, 7, 35}) // 7 is 17
      x = x + k;
    // CHECK: args = (%add_1, 23)
    // CHECK: args = (%add_2, 35)
    // CHECK: args = (%add_3, 17)
    std::unordered_set<int> hashed;
    for (int i = 0; i < 3; ++i)
      hashed.insert(i * 14);
    for (int k : hashed) // 13 buckets: 28 in the bucket 2, 14 in 1, the last first
      x = x + k;
    // CHECK: args = (%add_4, 28)
    // CHECK: args = (%add_5, 14)
    // CHECK: args = (%add_6, 0)
    std::multimap<int, int> many{{1, 5}, {0, 6}, {1, 7}};
    for (auto [it, end] = many.equal_range(1); it != end; ++it)
      x = x + it->second;
    // CHECK: args = (%add_7, 5)
    // CHECK: args = (%add_8, 7)
    return x;
  }
};

// UNKNOWN: error: the order of the elements of this container is not known: addresses decide it
struct Unknown : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    int a = 1;
    int b = 2;
    for (const int* k : std::set<int*>{&a, &b})
      x = x + *k;
    return x;
  }
};
