// A module without weights becomes the function that it computes. It stays registered.
// RUN: %fx-clang-trace %s --root=Net --refactor=module-to-functional -- 2>%t.err | FileCheck %s --match-full-lines --strict-whitespace
// RUN: FileCheck %s --check-prefix=SAID --input-file=%t.err
// RUN: fx-clang-trace %s --root=Net --refactor=module-to-functional --input 2x1x8x8 --verify -- 2>&1 | FileCheck %s --check-prefix=SAME
// SAID: module-to-functional: 3 calls changed
// SAME: eval: the same in 2 calls
// SAME: train: the same in 2 calls

#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    // CHECK:-    x = pool(act->forward(conv->forward(x))); // and down
    // CHECK-NEXT:-    return soft(x);
    // CHECK-NEXT:+    x = torch::max_pool2d(torch::relu(conv->forward(x)), 2, 2); // and down
    // CHECK-NEXT:+    return torch::softmax(x, 1);
    x = pool(act->forward(conv->forward(x))); // and down
    return soft(x);
  }
  torch::nn::Conv2d conv{register_module("conv", torch::nn::Conv2d(1, 4, 3))};
  torch::nn::ReLU act{register_module("act", torch::nn::ReLU())};
  torch::nn::MaxPool2d pool{register_module("pool", torch::nn::MaxPool2d(2))};
  torch::nn::Softmax soft{register_module("soft", torch::nn::Softmax(1))};
};
