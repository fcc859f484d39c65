// A method of an object of which nothing is known does to its arguments what the row of its model
// states: what it may write to is not known afterwards, and what it only reads stays as it is. An
// assignment gives the object a value, whatever it had.
// RUN: not fx-clang-trace %s --root='Net(0)' -- 2>&1 | FileCheck %s --check-prefix=SWAP
// RUN: not fx-clang-trace %s --root='Net(1)' -- 2>&1 | FileCheck %s --check-prefix=EXTRACT
// RUN: not fx-clang-trace %s --root='Net(2)' -- 2>&1 | FileCheck %s --check-prefix=CALL
// RUN: not fx-clang-trace %s --root='Net(3)' -- 2>&1 | FileCheck %s --check-prefix=MOVED
// RUN: not fx-clang-trace %s --root='Net(4)' -- 2>&1 | FileCheck %s --check-prefix=KEPT
// RUN: fx-clang-trace %s --root='Net(5)' --emit=fx -- | FileCheck %s --check-prefix=READ
// RUN: fx-clang-trace %s --root='Net(6)' --emit=fx -- | FileCheck %s --check-prefix=ASSIGNED
#include <torch/torch.h>

#include <fstream>

std::vector<int64_t> sizes_elsewhere();
std::ifstream& file_elsewhere();
std::function<void(int64_t&)> function_elsewhere();
std::vector<std::function<void()>> callbacks_elsewhere();
void run_elsewhere();

struct Net : torch::nn::Module {
  int which;
  explicit Net(int which) : which(which) {}

  torch::Tensor forward(torch::Tensor x) {
    std::vector<int64_t> sizes{1, 2};
    int64_t n = 3;
    if (which == 0) {
      auto other = sizes_elsewhere();
      other.swap(sizes);
      // SWAP: [[#@LINE+1]]:18: error: this argument of an operator needs a value that is not known
      return x * sizes[0];
    }
    if (which == 1) {
      file_elsewhere() >> n;
      // EXTRACT: [[#@LINE+1]]:18: error: this argument of an operator needs a value that is not known
      return x * n;
    }
    if (which == 2) {
      function_elsewhere()(n);
      // CALL: [[#@LINE+1]]:18: error: this argument of an operator needs a value that is not known
      return x * n;
    }
    if (which == 3) {
      std::vector<std::vector<int64_t>> lists;
      auto other = sizes_elsewhere();
      other = std::move(sizes);
      // What is moved from by a known assignment is empty.
      // MOVED: [[#@LINE+1]]:18: error: index 0 is out of range: there are 0 elements
      return x * sizes[0];
    }
    if (which == 4) {
      auto kept = callbacks_elsewhere();
      kept.push_back([&n] { n = 7; });
      run_elsewhere();
      // KEPT: [[#@LINE+1]]:18: error: this argument of an operator needs a value that is not known
      return x * n;
    }
    if (which == 5) {
      auto other = sizes_elsewhere();
      other.push_back(n);
      std::ofstream("log") << n;
      // READ: call_function[target=torch.mul](args = (%x, 3)
      return torch::mul(x, n);
    }
    auto other = sizes_elsewhere();
    other = sizes;
    // ASSIGNED: call_function[target=torch.mul](args = (%x, 2)
    return torch::mul(x, other[1]);
  }
};
