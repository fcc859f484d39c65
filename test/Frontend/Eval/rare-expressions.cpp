// GNU's and C's expressions, three-way comparison, variadic functions and aggregates in parentheses.
// RUN: fx-clang-trace %s --emit=fx -- -std=gnu++20 | FileCheck %s
#include <compare>
#include <cstdarg>
#include <torch/torch.h>

static int total(int count, ...) {
  va_list list;
  va_start(list, count);
  int result = 0;
  for (int i = 0; i < count; ++i)
    result += i == 1 ? static_cast<int>(va_arg(list, double)) : va_arg(list, int);
  va_end(list);
  return result;
}

struct Pair {
  int first, second = 4;
  auto operator<=>(const Pair&) const = default;
};

static int line(int where = __builtin_LINE()) {
  return where;
}

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    // CHECK: operator.add](args = (%x, 12)
    x = x + total(3, 4, 5.5, 3);
    // CHECK: operator.add](args = ({{.*}}, 11)
    Pair pair(7);
    x = x + (pair.first + pair.second);
    // CHECK: operator.add](args = ({{.*}}, 101)
    Pair other(7, 5);
    x = x + ((pair < other ? 100 : 200) + ((1.5 <=> 0.5) > 0 ? 1 : 2));
    // CHECK: operator.add](args = ({{.*}}, 6)
    x = x + ({
          int two = 2;
          two * 3;
        });
    // CHECK: operator.add](args = ({{.*}}, [[@LINE+1]])
    return x + line() + (0 ?: 5);
  }
};
