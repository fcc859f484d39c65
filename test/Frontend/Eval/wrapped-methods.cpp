// --wrap=Net::decode keeps a method whole, with the control flow on values in it, as it does a function.
// RUN: fx-clang-trace %s --wrap=Net::decode,NetImpl::scale -- 2>&1 | FileCheck %s
// RUN: not fx-clang-trace %s --wrap=Net::decode,NetImpl::scale --emit=cpp -- 2>&1 | FileCheck %s --check-prefix=CPP
#include <torch/torch.h>

struct NetImpl : torch::nn::Module {
  torch::Tensor decode(torch::Tensor x, int64_t steps) {
    while (x.sum().item<float>() > 1)
      x = x / steps;
    return x;
  }
  static torch::Tensor scale(torch::Tensor x) {
    if (x.max().item<float>() > 1) return x / 2;
    return x;
  }
  // CHECK: %decode {{.*}} = call_function[target=NetImpl::decode](args = (%relu, 3)
  // CHECK: %scale {{.*}} = call_function[target=NetImpl::scale](args = (%decode,)
  // CPP: error: %decode: there is no NetImpl::decode in LibTorch; a stand-alone header cannot call it [function-not-in-libtorch]
  // CPP: note: it is the program's own, and kept whole: without --wrap the graph has what it computes, and --rewrite leaves the call in your source
  torch::Tensor forward(torch::Tensor x) { return scale(decode(torch::relu(x), 3)); }
};
TORCH_MODULE(Net);
