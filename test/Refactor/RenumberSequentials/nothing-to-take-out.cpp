// The last module of a Sequential stays, whatever it is, for an empty one cannot be called; and so does one with
// weights.
// RUN: %fx-clang-trace %s --refactor=renumber-sequentials -- | count 0

#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) { return only->forward(layers->forward(x)); }
  torch::nn::Sequential only{register_module("only", torch::nn::Sequential(torch::nn::Identity()))};
  torch::nn::Sequential layers{
      register_module("layers", torch::nn::Sequential(torch::nn::Linear(4, 4), torch::nn::ReLU()))};
};
