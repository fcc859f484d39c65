// A tensor that from_blob makes has the memory of a variable: who writes there while the tensor is
// used, or the other way round, gets an error; a copy is a tensor of its own.
// RUN: fx-clang-trace %s --root=Copied --emit=fx -- 2>&1 | FileCheck %s --check-prefix=COPIED
// RUN: not fx-clang-trace %s --root=Shared -- 2>&1 | FileCheck %s --check-prefix=SHARED
// RUN: not fx-clang-trace %s --root=Written -- 2>&1 | FileCheck %s --check-prefix=WRITTEN
// RUN: not fx-clang-trace %s --root=Other -- 2>&1 | FileCheck %s --check-prefix=OTHER
#include <torch/torch.h>
struct Copied : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    std::vector<float> values{1, 2, 3};
    auto copy = torch::from_blob(values.data(), {3}).clone();
    values[0] = 50;
    return x * copy + values[0];
  }
};
// COPIED-NOT: error
// COPIED: torch.tensor](args = ([1.0, 2.0, 3.0],)
// COPIED: operator.add](args = (%mul, 50.0)
struct Shared : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    std::vector<float> values{1, 2, 3};
    auto view = torch::from_blob(values.data(), {3});
    x = x * view;
    // SHARED: :[[@LINE+3]]:{{.*}} error: this tensor has the memory of a variable, from 'from_blob', and one of the two is written to
    // SHARED: :[[@LINE+1]]:{{.*}} note: the variable is written to here
    values[0] = 50;
    return x + view;
  }
};
struct Written : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    std::vector<float> values{1, 2, 3};
    auto view = torch::from_blob(values.data(), {3});
    // WRITTEN: :[[@LINE+1]]:{{.*}} error: this tensor has the memory of a variable
    view[0].add_(1);
    return x * values[0];
  }
};
struct Other : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    std::vector<double> values{1, 2, 3};
    // OTHER: :[[@LINE+1]]:{{.*}} error: from_blob with another dtype than the memory's is not supported yet
    return x * torch::from_blob(values.data(), {3});
  }
};
