// An assumption holds for the value that its expression denotes where it is asked for first: not for
// another variable of that name, nor for one that was changed since.
// RUN: fx-clang-trace %s --root=Same --assume='x.size(0)=4' --emit=fx -- 2>&1 | FileCheck %s --check-prefix=SAME
// RUN: fx-clang-trace %s --root=Unrelated --assume='x.size(0)=4' --assume='x.max().item<float>()>0=true' --emit=fx -- 2>&1 | FileCheck %s --check-prefix=UNRELATED
// RUN: not fx-clang-trace %s --root=Viewed --assume='x.max().item<float>()>0=true' -- 2>&1 | FileCheck %s --check-prefix=VIEWED
// RUN: not fx-clang-trace %s --root=Rebound --assume='x.size(0)=4' -- 2>&1 | FileCheck %s --check-prefix=REBOUND
// RUN: not fx-clang-trace %s --root=Resized --assume='x.size(0)=4' -- 2>&1 | FileCheck %s --check-prefix=RESIZED
// RUN: not fx-clang-trace %s --root=Helper --assume='x.size(0)=4' -- 2>&1 | FileCheck %s --check-prefix=HELPER
// RUN: not fx-clang-trace %s --root=Written --assume='x.max().item<float>()>0=true' -- 2>&1 | FileCheck %s --check-prefix=WRITTEN
// RUN: not fx-clang-trace %s --root=Counted --assume=n=3 -- 2>&1 | FileCheck %s --check-prefix=COUNTED
// RUN: not fx-clang-trace %s --root=Lines --assume=n=3 -- 2>&1 | FileCheck %s --check-prefix=LINES
#include <torch/torch.h>

// The same tensor under the same name is the same value, wherever it is asked for.
struct Same : torch::nn::Module {
  static torch::Tensor halved(const torch::Tensor& x) { return x.size(0) > 3 ? x / 2 : x; }
  torch::Tensor forward(torch::Tensor x) {
    // SAME: torch._assert]({{.*}} traced for x.size(0) = 4)
    // SAME-NOT: torch._assert
    auto y = x;
    if (x.size(0) > 1) y = y + 1;
    // SAME: operator.truediv](args = (%x, 2)
    return y + halved(x);
  }
};

// Another tensor that is written to, or gets another shape, is no concern of it.
struct Unrelated : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    auto y = x.sin();
    if (x.size(0) > 1 && x.max().item<float>() > 0) y.unsqueeze_(0).mul_(x);
    // UNRELATED: call_method[target=cos](args = ({{.*}}
    if (x.size(0) > 3 && x.max().item<float>() > 0) y = y.cos();
    return y;
  }
};

struct Viewed : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    auto y = x.view({-1});
    if (x.max().item<float>() > 0) y.mul_(2);
    // VIEWED: :[[@LINE+1]]:{{[0-9]+}}: error: the condition of this 'if' depends
    if (x.max().item<float>() > 0) return y.cos();
    return y;
  }
};

struct Rebound : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    if (x.size(0) > 1) x = torch::cat({x, x});
    // REBOUND: :[[@LINE+3]]:{{[0-9]+}}: error: the condition of this 'if' depends on the sizes of a tensor that is computed from 'x', which
    // REBOUND: :[[@LINE-2]]:{{[0-9]+}}: note: --assume='x.size(0)=4' applies to what 'x.size(0)' is here
    // REBOUND: :[[@LINE+1]]:{{[0-9]+}}: note: here it is another value
    if (x.size(0) > 3) return x * 2;
    return x;
  }
};

struct Resized : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    if (x.size(0) > 1) x.unsqueeze_(0);
    // RESIZED: :[[@LINE+1]]:{{[0-9]+}}: error: the condition of this 'if' depends
    if (x.size(0) > 3) return x * 2;
    return x;
  }
};

// What forward says is meant, also where a helper is asked first.
struct Helper : torch::nn::Module {
  static int64_t rows(const torch::Tensor& x) {
    // HELPER: :[[@LINE+1]]:{{[0-9]+}}: error: the condition of this 'if' depends
    if (x.size(0) > 2) return 3;
    return 1;
  }
  torch::Tensor forward(torch::Tensor x, torch::Tensor y) {
    x = x * rows(y);
    // HELPER: :[[@LINE+1]]:{{[0-9]+}}: note: --assume='x.size(0)=4' applies to what
    return x.size(0) > 1 ? x : y;
  }
};

struct Written : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    if (x.max().item<float>() > 0) x.neg_();
    // WRITTEN: :[[@LINE+1]]:{{[0-9]+}}: error: the condition of this 'if' depends
    if (x.max().item<float>() > 0) return x * 2;
    return x;
  }
};

struct Counted : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    int64_t n = x.size(0);
    if (n > 2) x = x + 1;
    n += x.size(1);
    // COUNTED: :[[@LINE+1]]:{{[0-9]+}}: error: the condition of this 'if' depends
    if (n > 2) x = x + 1;
    return x;
  }
};

// Each number that is read is a value of its own.
int next_number();
struct Lines : torch::nn::Module {
  Lines() {
    for (int i = 0; i < 2; ++i) {
      const int n = next_number();
      // LINES: :[[@LINE+1]]:{{[0-9]+}}: error: {{.*}} needs a value that is not known
      layers->push_back(torch::nn::Linear(n > 2 ? 8 : 4, 4));
    }
  }
  torch::Tensor forward(torch::Tensor x) { return x; }
  torch::nn::Sequential layers;
};
