// As a refactoring it takes the Identity modules out that the source itself has, in training as in evaluation; one that
// a member holds is none of a Sequential and stays.
// RUN: %fx-clang-trace %s --refactor=renumber-sequentials -- 2>%t.err | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARK < %t.err
// RUN: fx-clang-trace %s --refactor=renumber-sequentials --input 2x4 --verify -o %t.patch -- 2>&1 | FileCheck %s --check-prefix=SAME
// CHECK: {{^}}-    layers->push_back(torch::nn::Identity());
// CHECK-NOT: {{^[+-] }}
// REMARK: remark: saved weights: what is 'layers.2.*' there is 'layers.1.*' in the model now
// SAME: eval: the same in 2 calls
// SAME: train: the same in 2 calls

#include <torch/torch.h>

struct Net : torch::nn::Module {
  Net() {
    layers->push_back(torch::nn::Linear(4, 4));
    layers->push_back(torch::nn::Identity());
    layers->push_back(torch::nn::Linear(4, 2));
    register_module("layers", layers);
    register_module("same", same);
  }
  torch::Tensor forward(torch::Tensor x) { return layers->forward(same->forward(x)); }
  torch::nn::Sequential layers;
  torch::nn::Identity same;
};
