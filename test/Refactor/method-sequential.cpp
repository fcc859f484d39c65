// --rewrite=method: modules of a Sequential are reached in it, which compiles and is what the passes made.
// RUN: %fx-clang-trace %s --root=Net --mode=eval --passes=fuse-conv-bn --rewrite=method -- 2>/dev/null | FileCheck %s
// RUN: %fx-clang-trace %s --root=Net --mode=eval --passes=fuse-conv-bn --rewrite=method --input x=2x3x8x8 --verify -o %t.patch -- 2>&1 | FileCheck %s --check-prefix=SAME
// RUN: not %fx-clang-trace %s --root=Loop --rules=%S/../Inputs/rules.cpp --rewrite=method -- 2>&1 | FileCheck %s --check-prefix=LOOP
// REQUIRES: libtorch

#include <torch/torch.h>

struct Net : torch::nn::Module {
  Net() {
    stem_ = register_module("stem",
                            torch::nn::Sequential(torch::nn::Conv2d(3, 8, 3),
                                                  torch::nn::BatchNorm2d(8), torch::nn::ReLU()));
  }
  // CHECK: auto add = stem_[1]->as<torch::nn::BatchNorm2d>()->running_var + 1e-05;
  // CHECK: stem_[2]->as<torch::nn::ReLU>()->forward(conv2d);
  // SAME: eval: the same in 2 calls
  torch::Tensor forward(torch::Tensor x) { return stem_->forward(x); }
  torch::nn::Sequential stem_{nullptr};
};

// A variable of a loop is no name of what it stood for.
struct Loop : torch::nn::Module {
  Loop() {
    for (int i = 0; i < 2; ++i)
      layers.push_back(register_module("fc" + std::to_string(i), torch::nn::Linear(4, 4)));
  }
  torch::Tensor forward(torch::Tensor x) {
    // LOOP: [[#@LINE+2]]:{{[0-9]+}}: error: the body of the method cannot be written anew: %fc0: there is no module fc0 to call [method-not-written]
    for (auto& layer : layers)
      x = torch::relu(layer->forward(x));
    return x;
  }
  std::vector<torch::nn::Linear> layers;
};
