// A callable handed to something unknown may run: what it writes is not known afterwards, and a
// tensor that it writes is an error.
// RUN: not fx-clang-trace %s --root=Number -- 2>&1 | FileCheck %s
// RUN: not fx-clang-trace %s --root=Tensor -- 2>&1 | FileCheck %s --check-prefix=TENSOR
// RUN: not fx-clang-trace %s --root=Member -- 2>&1 | FileCheck %s --check-prefix=MEMBER
// RUN: not fx-clang-trace %s --root=Kept -- 2>&1 | FileCheck %s --check-prefix=KEPT
// RUN: fx-clang-trace %s --root=Reader --emit=fx -- 2>/dev/null | FileCheck %s --check-prefix=READER
#include <torch/torch.h>

template <class F>
void somewhere(F&& run);
template <class F>
struct Keeper {
  explicit Keeper(F&& run);
};
void elsewhere();

struct Number : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    int count = 1;
    // CHECK: :[[@LINE+1]]:{{.*}} remark: the tracer does not know what 'somewhere' does: what it is given may change is not known from here on
    somewhere([&] { ++count; });
    // CHECK: :[[@LINE+1]]:{{.*}} error: this argument of an operator needs a value that is not known
    return x * count;
  }
};

struct Tensor : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    // TENSOR: :[[@LINE+2]]:{{.*}} error: the tracer does not know what 'somewhere' does: {{.*}} writes to a tensor
    // TENSOR: note: it is changed here
    somewhere([x] { x.add_(1); });
    return x;
  }
};

struct Member : torch::nn::Module {
  int width = 2;
  torch::Tensor forward(torch::Tensor x) {
    somewhere([this] { width = 3; });
    // MEMBER: :[[@LINE+1]]:{{.*}} error: this argument of an operator needs a value that is not known
    return x * width;
  }
};

struct Kept : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    int count = 1;
    somewhere([&count] { ++count; });
    count = 2;
    elsewhere();
    // KEPT: :[[@LINE+1]]:{{.*}} error: this argument of an operator needs a value that is not known
    return x * count;
  }
};

struct Reader : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    int count = 2;
    somewhere([&] { return count + 1; });
    // READER: operator.mul](args = (%x, 2)
    return x * count;
  }
};
