// fuse-conv-bn<fold> leaves alone what it cannot fold once for all calls, and says what it needs.
// RUN: %fx-clang-trace %s --root=Net --mode=eval --passes='fuse-conv-bn<fold>' --rewrite -- 2>&1 | FileCheck %s --match-full-lines --implicit-check-not='nn::Identity {{[a-z]}}'
// CHECK:remark: 1 batch normalisation folded: fold() takes over weights that were saved before
// CHECK:+    folded->push_back(torch::nn::Identity());
// RUN: not %fx-clang-trace %s --root=Net --passes='fuse-conv-bn<fold>' --rewrite -- 2>&1 | FileCheck %s --check-prefix=TRAINING
// TRAINING: error: {{.*}}fuse-conv-bn<fold> changes the model for evaluation alone [fold-in-training]
// RUN: not %fx-clang-trace %s --root=Net --mode=eval --passes='fuse-conv-bn<fold>' --emit=cpp -- 2>&1 | FileCheck %s --check-prefix=EDITS
// EDITS: error: {{.*}}fuse-conv-bn<fold> edits source, with --rewrite or -i; without 'fold' the graph computes the weights [fold-without-edits]
// RUN: not %fx-clang-trace %s --root=Halves --mode=eval --passes='fuse-conv-bn<fold>' --rewrite -- 2>&1 | FileCheck %s --check-prefix=HALVES
// HALVES: error: this cannot be changed in place: 'second.1' is made or kept where others change, and stays as it is [module-at-the-place-stays]

#include <torch/torch.h>

struct NetImpl : torch::nn::Module {
  NetImpl() {
    folded->push_back(torch::nn::Conv2d(3, 3, 1));
    folded->push_back(torch::nn::BatchNorm2d(3));
    register_module("folded", folded);
    register_module("shared", shared);
    register_module("first", first);
    register_module("second", second);
    register_module("read", read);
    register_module("third", third);
  }

  torch::Tensor forward(torch::Tensor x) {
    x = folded->forward(x);
    // Two batch norms behind one convolution.
    x = second(shared(first(shared(x))));
    // Its weight is wanted as it is, too.
    return third(read(x)) * read->weight.sum();
  }

  torch::nn::Sequential folded;
  torch::nn::Conv2d shared{torch::nn::Conv2dOptions(3, 3, 1)},
      read{torch::nn::Conv2dOptions(3, 3, 1)};
  torch::nn::BatchNorm2d first{3}, second{3}, third{3};
};
TORCH_MODULE(Net);

// One function makes both, and one of them is normalised without its convolution.
struct Halves : torch::nn::Module {
  static torch::nn::Sequential pair() {
    return torch::nn::Sequential(torch::nn::Conv2d(3, 3, 1), torch::nn::BatchNorm2d(3));
  }
  Halves() {
    register_module("first", first);
    register_module("second", second);
  }
  torch::Tensor forward(torch::Tensor x) {
    x = first->forward(x);
    auto middle = second[0]->as<torch::nn::Conv2d>()->forward(x);
    return second[1]->as<torch::nn::BatchNorm2d>()->forward(middle) + middle;
  }
  torch::nn::Sequential first = pair(), second = pair();
};
