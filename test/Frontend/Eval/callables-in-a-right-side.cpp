// The right side of && may not run where the left is not known. That it leaves nothing behind is
// proven by what the rows of library functions state: what they move from, sort, or set for the
// program, and what the callables do that they run.
// RUN: not fx-clang-trace %s --root='Net(0)' -- 2>&1 | FileCheck %s --check-prefix=LAMBDA
// RUN: not fx-clang-trace %s --root='Net(1)' -- 2>&1 | FileCheck %s --check-prefix=FUNCTION
// RUN: not fx-clang-trace %s --root='Net(2)' -- 2>&1 | FileCheck %s --check-prefix=OBJECT
// RUN: not fx-clang-trace %s --root='Net(3)' -- 2>&1 | FileCheck %s --check-prefix=MOVED
// RUN: not fx-clang-trace %s --root='Net(4)' -- 2>&1 | FileCheck %s --check-prefix=SEED
// RUN: not fx-clang-trace %s --root='Net(5)' -- 2>&1 | FileCheck %s --check-prefix=SORTED
// RUN: fx-clang-trace %s --root='Net(6)' --emit=fx -- | FileCheck %s --check-prefix=READ
#include <torch/torch.h>

struct Add {
  int64_t& n;
  bool operator()(int64_t i) const {
    n += i;
    return true;
  }
};

struct Net : torch::nn::Module {
  int which;
  explicit Net(int which) : which(which) {}

  torch::Tensor forward(torch::Tensor x) {
    int64_t n = 1;
    std::vector<int64_t> v{5}, u;
    auto lambda = [&n](int64_t i) { return (n += i) > 0; };
    std::function<bool(int64_t)> function = lambda;
    Add add{n};
    const bool is_large = x.size(0) > 2;
    bool both = false;
    // LAMBDA: [[#@LINE+1]]:40: error: whether the right side of '&&' runs depends on a value
    if (which == 0) both = is_large && std::invoke(lambda, 4);
    // FUNCTION: [[#@LINE+1]]:40: error: whether the right side of '&&' runs depends on a value
    if (which == 1) both = is_large && std::invoke(function, 4);
    // OBJECT: [[#@LINE+1]]:40: error: whether the right side of '&&' runs depends on a value
    if (which == 2) both = is_large && std::any_of(v.begin(), v.end(), add);
    // MOVED: [[#@LINE+1]]:66: error: whether the right side of '&&' runs depends on a value
    if (which == 3) both = is_large && (u = std::move(v)).size() > 0;
    // SEED: [[#@LINE+1]]:40: error: whether the right side of '&&' runs depends on a value
    if (which == 4) both = is_large && (torch::manual_seed(3), true);
    // SORTED: [[#@LINE+1]]:40: error: whether the right side of '&&' runs depends on a value
    if (which == 5) both = is_large && (std::sort(v.begin(), v.end()), true);
    // READ: return x
    if (which == 6) both = is_large && std::max(v.size(), u.size()) > 1 && *v.begin() > 2;
    (void)both;
    return x;
  }
};
