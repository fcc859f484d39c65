// Nothing to register, and what no member of the class declares.
// RUN: not fx-clang-trace %s --root=Registered --refactor=register-member -- 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: not fx-clang-trace %s --root=Listed --refactor=register-member -- 2>&1 | FileCheck %s --check-prefix=LISTED
// RUN: not fx-clang-trace %s --root=Normed --refactor=register-member -- 2>&1 | FileCheck %s --check-prefix=NORMED
// NORMED: error: 'bn' is left as it is: eval() does not reach it today, and would if it were registered, so that the model would compute something else [member-in-training-always]
// NONE: error: no module of the model is called and not registered [member-registered-already]
// LISTED: error: this cannot be changed in place: what makes the module '{{.*}}' does not stand in the file as one expression [module-without-a-place]

#include <torch/torch.h>

struct Registered : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) { return fc(x); }
  torch::nn::Linear fc{register_module("fc", torch::nn::Linear(4, 4))};
};

struct Normed : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) { return bn(x); }
  torch::nn::BatchNorm1d bn{4};
};

struct Listed : torch::nn::Module {
  Listed() { layers.push_back(torch::nn::Linear(4, 4)); }
  torch::Tensor forward(torch::Tensor x) { return layers[0](x); }
  std::vector<torch::nn::Linear> layers;
};
