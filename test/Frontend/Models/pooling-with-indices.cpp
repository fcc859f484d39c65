// forward_with_indices of a max pooling module is the function that gives both.
// RUN: fx-clang-trace %s --emit=fx -- | FileCheck %s
// RUN: fx-clang-trace %s --verify --input x=1x2x8x8 -- 2>&1 | FileCheck %s --check-prefix=VERIFIED
#include <torch/torch.h>

struct Net : torch::nn::Module {
  Net() {
    pool = register_module("pool", torch::nn::MaxPool2d(torch::nn::MaxPool2dOptions(2).stride(2)));
    whole = register_module("whole", torch::nn::AdaptiveMaxPool2d(1));
    back =
        register_module("back", torch::nn::MaxUnpool2d(torch::nn::MaxUnpool2dOptions(2).stride(2)));
  }
  torch::Tensor forward(torch::Tensor x) {
    // CHECK: torch.nn.functional.max_pool2d_with_indices](args = (%x, 2), kwargs = {stride: 2, padding: 0, dilation: 1, ceil_mode: False
    auto [y, at] = pool->forward_with_indices(x);
    // CHECK: torch.nn.functional.adaptive_max_pool2d_with_indices](args = (%x, 1)
    return back(y, at) + std::get<0>(whole->forward_with_indices(x));
  }
  torch::nn::MaxPool2d pool{nullptr};
  torch::nn::AdaptiveMaxPool2d whole{nullptr};
  torch::nn::MaxUnpool2d back{nullptr};
};
// VERIFIED: eval: the same in 2 calls
