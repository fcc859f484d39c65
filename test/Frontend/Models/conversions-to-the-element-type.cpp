// What the library makes an element of becomes what its type is: numbers are cut and wrapped.
// RUN: %fx-clang-trace %s -- | FileCheck %s
#include <functional>
#include <map>
#include <numeric>
#include <optional>
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    std::pair<int, int> pair = std::make_pair(2.7, 1.2);
    x = x + pair.first;
    // CHECK: args = (%x, 2)
    double whole = 0;
    uint8_t byte = 0;
    std::tie(whole, byte) = std::make_tuple(3, 300);
    x = x + whole + byte;
    // CHECK: args = (%add, 3.0)
    // CHECK: args = (%add_1, 44)
    std::map<int, int> map;
    map.emplace(1.5, 2.7);
    map.insert(std::make_pair(3.5, 4.7));
    x = x + map.at(1) + map.at(3);
    // CHECK: args = (%add_2, 2)
    // CHECK: args = (%add_3, 4)
    std::optional<int> optional(2.7);
    optional = 5.9;
    x = x + *optional;
    // CHECK: args = (%add_4, 5)
    std::function<double(double)> function = [](int v) { return v * 1.5; };
    x = x + function(1.9);
    // CHECK: args = (%add_5, 1.5)
    std::vector<double> halves{0.5, 2.7, 3.9};
    std::vector<int> cut(halves.begin(), halves.end());
    x = x + cut[1] + std::accumulate(halves.begin(), halves.end(), 0);
    // CHECK: args = (%add_6, 2)
    // CHECK: args = (%add_7, 5)
    return x;
  }
};
