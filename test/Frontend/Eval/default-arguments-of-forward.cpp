// A parameter of forward that has a default is an input that has it too, behind those that have none.
// RUN: fx-clang-trace %s -- | FileCheck %s
// RUN: fx-clang-trace %s --emit=python -- | FileCheck %s --check-prefix=PYTHON
// RUN: fx-clang-trace %s --emit=cpp -- | FileCheck %s --check-prefix=CPP
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x, int64_t n = 3, double scale = 0.5) {
    return x * scale + n;
  }
};
// CHECK: %x : {{.*}}placeholder[target=x]{{$}}
// CHECK: %n : {{.*}}placeholder[target=n](default=3)
// CHECK: %scale : {{.*}}placeholder[target=scale](default=0.5)
// PYTHON: def forward(self, x : torch.Tensor, n : int = 3, scale : float = 0.5) -> torch.Tensor:
// CPP: forward(torch::Tensor x, int64_t n = 3, double scale = 0.5)
