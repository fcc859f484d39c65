// An overload that C++ alone has, x.std(int), is the operator that it calls.
// In C++ {0} alone is that int, with a warning, or a truth value: a list of one is then written with
// its type.
// RUN: fx-clang-trace %s -- | FileCheck %s
// RUN: fx-clang-trace %s --emit=cpp -- | FileCheck %s --check-prefix=CPP
#include <torch/torch.h>

struct Net : torch::nn::Module {
  // CHECK: target=std](args = (%x, 0), kwargs = {})
  // CPP: x.std({{(\{0\}, c10::nullopt|std::vector<int64_t>\{0\})}})
  torch::Tensor forward(torch::Tensor x) { return x.std(0); }
};
