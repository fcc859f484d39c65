// std::atomic does what its type does: one thread runs what is traced.
// RUN: fx-clang-trace %s --emit=fx -- 2>&1 | FileCheck %s
#include <torch/torch.h>

#include <atomic>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    std::atomic<int> count{3};
    count++;
    count += 4;
    int expected = 7;
    // CHECK: operator.add](args = (%x, 8), kwargs = {})
    if (!count.compare_exchange_strong(expected, 1)) x = x + expected;
    // CHECK: operator.add](args = (%add, 15), kwargs = {})
    x = x + (count.exchange(5) + (count.fetch_or(2) + 2));
    // CHECK: operator.add](args = (%add_1, 7), kwargs = {})
    x = x + count.load();
    std::atomic<double> scale{1.5};
    scale.store(scale * 2);
    // CHECK: operator.mul](args = (%add_2, 3.0), kwargs = {})
    x = x * scale.load();
    int numbers[] = {10, 20, 30};
    std::atomic<int*> at{numbers};
    at++;
    std::atomic_bool done{false};
    // CHECK: operator.add](args = (%mul, 20), kwargs = {})
    return done.exchange(true) ? x : done ? x + *at.load() : x;
  }
};
