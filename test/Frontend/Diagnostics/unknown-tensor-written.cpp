// A tensor that is not known, written in place: an error, for it may be any tensor of the model.
// RUN: not fx-clang-trace %s -- 2>&1 | FileCheck %s
#include <torch/torch.h>
namespace other {
struct Store {
  torch::Tensor& at(int key) const;
};
Store& store();
} // namespace other
struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    // CHECK: :[[@LINE+1]]:{{.*}} error: the tensor written to here needs a value that is not known
    other::store().at(1).add_(1);
    return x;
  }
};
