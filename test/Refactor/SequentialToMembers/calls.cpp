// Every call becomes calls of the members: several, nested ones, those of lambdas and of other methods, with several
// inputs of the first module.
// RUN: fx-clang-trace %s --root=Net --refactor=sequential-to-members -- 2>&1 | FileCheck %s
// CHECK: +    auto f = [this](torch::Tensor t) { return relu->forward(bilinear->forward(t, /* twice */ t)); };
// CHECK: +    auto y = relu->forward(bilinear->forward(x, x * 2)) + relu->forward(bilinear->forward(f(x), relu->forward(bilinear->forward(x, x))));
// CHECK: +  torch::Tensor untraced(torch::Tensor x) { return relu->forward(bilinear->forward(x, x)); }
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    auto f = [this](torch::Tensor t) { return both->forward(t, /* twice */ t); };
    auto y = both->forward(x, x * 2) + both->forward(f(x), both->forward(x, x));
    return y;
  }
  torch::Tensor untraced(torch::Tensor x) { return both->forward(x, x); }
  torch::nn::Sequential both{register_module(
      "both", torch::nn::Sequential(torch::nn::Bilinear(3, 3, 3), torch::nn::ReLU()))};
};
