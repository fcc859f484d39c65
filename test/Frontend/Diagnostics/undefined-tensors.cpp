// An operator of a tensor that holds nothing throws, and where LibTorch takes one it is given.
// RUN: not fx-clang-trace %s --root=Added -- 2>&1 | FileCheck %s --check-prefix=ADDED
// RUN: not fx-clang-trace %s --root=Changed -- 2>&1 | FileCheck %s --check-prefix=CHANGED
// RUN: not fx-clang-trace %s --root=Called -- 2>&1 | FileCheck %s --check-prefix=CALLED
// RUN: fx-clang-trace %s --root=Optional -- | FileCheck %s --check-prefix=OPTIONAL
#include <torch/torch.h>

struct AddedImpl : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    torch::Tensor nothing;
    // ADDED: [[@LINE+1]]:{{[0-9]+}}: error: an undefined tensor is used here [undefined-tensor]
    return x + nothing;
  }
};
TORCH_MODULE(Added);

struct ChangedImpl : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    torch::Tensor nothing;
    // CHANGED: [[@LINE+1]]:{{[0-9]+}}: error: an undefined tensor is used here [undefined-tensor]
    x *= nothing;
    return x;
  }
};
TORCH_MODULE(Changed);

struct CalledImpl : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    torch::Tensor nothing;
    // CALLED: [[@LINE+1]]:{{[0-9]+}}: error: an undefined tensor is used here [undefined-tensor]
    return x + torch::relu(nothing);
  }
};
TORCH_MODULE(Called);

struct OptionalImpl : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x, torch::Tensor weight) {
    torch::Tensor nothing;
    // OPTIONAL: torch._C._nn.linear](args = (%x, %weight, None)
    return torch::linear(x, weight, nothing);
  }
};
TORCH_MODULE(Optional);
