// Shapes that depend on data are not known, whatever --input says, and a branch on data is an error.
// RUN: fx-clang-trace %s --root=Shapes --input x=4x5 --print-meta -- | grep -E 'nonzero :|getitem :|masked_select :' | FileCheck %s --implicit-check-not=tensor_meta
// RUN: not fx-clang-trace %s --root=Branch --input x=4x5 -- 2>&1 | FileCheck %s --check-prefix=BRANCH
#include <torch/torch.h>

struct ShapesImpl : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    // CHECK: %nonzero :
    // CHECK: %getitem :
    // CHECK: %masked_select :
    return x.nonzero().index({torch::indexing::Slice(0, 2)}) + torch::masked_select(x, x > 100);
  }
};
TORCH_MODULE(Shapes);

struct BranchImpl : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    // BRANCH: :[[#@LINE+1]]:{{.*}} error: the condition of this 'if' depends on a tensor's value
    if ((x > 100).any().item<bool>()) x = x + 1;
    return x;
  }
};
TORCH_MODULE(Branch);
