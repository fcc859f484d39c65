// What the right side of && or || changes is an error where it is not known whether it runs.
// RUN: not fx-clang-trace %s --root=Counts -- 2>&1 | FileCheck %s
// RUN: not fx-clang-trace %s --root=Writes -- 2>&1 | FileCheck %s --check-prefix=WRITES
// RUN: fx-clang-trace %s --root=Counts '--assume=x.size(0)>2=true' --emit=fx -- | FileCheck %s --check-prefix=ASSUMED
// RUN: fx-clang-trace %s --root=Reads --emit=fx -- | FileCheck %s --check-prefix=READS
#include <torch/torch.h>

struct Counts : torch::nn::Module {
  static bool note(int& count) {
    count += 5;
    return true;
  }
  torch::Tensor forward(torch::Tensor x) {
    int count = 0;
    // CHECK: :[[@LINE+3]]:{{.*}} error: whether the right side of '&&' runs depends on a value that is known only when the model runs, and it changes what it does not own
    // CHECK: note: it is changed here
    // CHECK: note: say what the left side is with --assume='x.size(0)>2=true'
    bool noted = x.size(0) > 2 && note(count);
    (void)noted;
    // ASSUMED: operator.mul](args = (%x, 5)
    return x * count;
  }
};

struct Writes : torch::nn::Module {
  static bool shift(torch::Tensor values) {
    values.add_(1);
    return true;
  }
  torch::Tensor forward(torch::Tensor x) {
    // WRITES: :[[@LINE+2]]:{{.*}} error: whether the right side of '||' runs
    // WRITES: note: say what the left side is with --assume='x.size(0)>2=true'
    TORCH_CHECK(x.size(0) > 2 || shift(x));
    return x;
  }
};

struct Reads : torch::nn::Module {
  static bool is_even(const torch::Tensor& x) {
    int64_t rest = x.size(1);
    rest %= 2;
    return rest == 0;
  }
  torch::Tensor forward(torch::Tensor x) {
    TORCH_CHECK(x.dim() == 2 && is_even(x));
    // READS: call_function[target=torch.relu]
    return torch::relu(x);
  }
};
