// What a container holds keeps its number, so that the keys of saved weights stay right.
// RUN: fx-clang-trace %s --root=Net --refactor=remove-unused-modules -- 2>&1 | count 0
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) { return layers[1]->as<torch::nn::Linear>()->forward(x); }
  torch::nn::ModuleList layers{register_module(
      "layers", torch::nn::ModuleList(torch::nn::Linear(2, 2), torch::nn::Linear(2, 2)))};
};
