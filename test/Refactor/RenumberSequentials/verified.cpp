// The model without the modules computes what it did, with the weights under their new keys.
// RUN: fx-clang-trace %s --mode=eval --rules=inference --renumber --input 2x16 --verify=eval -- 2>&1 | FileCheck %s
// CHECK: eval: the same in 2 calls: 1 input, 4 parameters
// CHECK: -    layers->push_back(torch::nn::Dropout());

#include <torch/torch.h>

struct NetImpl : torch::nn::Module {
  NetImpl() {
    layers->push_back(torch::nn::Linear(16, 8));
    layers->push_back(torch::nn::Dropout());
    layers->push_back(torch::nn::Linear(8, 4));
    register_module("layers", layers);
  }
  torch::Tensor forward(torch::Tensor x) { return layers->forward(x); }
  torch::nn::Sequential layers;
};
TORCH_MODULE(Net);
