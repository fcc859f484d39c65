// A float computed of sizes is not cut to an integer, unless single and double precision agree.
// RUN: not fx-clang-trace %s --root=Tenths -- 2>&1 | FileCheck %s
// RUN: not fx-clang-trace %s --root=Product -- 2>&1 | FileCheck %s --check-prefix=PRODUCT
// RUN: fx-clang-trace %s --root=Stored --emit=fx -- | FileCheck %s --check-prefix=STORED
// RUN: fx-clang-trace %s --root=Halves --emit=fx -- | FileCheck %s --check-prefix=HALVES
#include <cmath>
#include <torch/torch.h>

struct Tenths : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    float tenths = x.size(0) * 0.7f;
    // CHECK: :[[@LINE+1]]:{{.*}} error: a number computed in single precision is cut to an integer here: {{.*}}; compute it in double
    return x.narrow(0, 0, static_cast<int>(tenths + 1));
  }
};

struct Product : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    float tenth = x.size(0) * 0.1f;
    double product = tenth * 0.7f;
    // PRODUCT: :[[@LINE+1]]:{{.*}} error: a number computed in single precision is cut
    return x.narrow(0, 0, static_cast<int64_t>(std::floor(product * 10)));
  }
};

// One operation is rounded as float rounds it.
struct Stored : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    double third = static_cast<float>(x.size(0) * 0.1);
    // STORED: torch.tensor](args = (%mul,), kwargs = {dtype: torch.float32})
    // STORED: call_method[target=item](args = (%tensor,)
    return x.narrow(0, 0, static_cast<int64_t>(std::floor(third * 10)));
  }
};

struct Halves : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    // HALVES: builtins.int
    // HALVES: builtins.int
    int half = x.size(0) * 0.5f;
    int third = std::ceil(x.size(1) / 3.0f);
    return x.narrow(0, half, third);
  }
};
