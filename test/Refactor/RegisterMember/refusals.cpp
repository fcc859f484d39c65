// Nothing to register, and what no member of the class declares.
// RUN: not fx-clang-trace %s --root=Registered --refactor=register-member -- 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: not fx-clang-trace %s --root=Listed --refactor=register-member -- 2>&1 | FileCheck %s --check-prefix=LISTED
// RUN: not fx-clang-trace %s --root=Normed --refactor=register-member -- 2>&1 | FileCheck %s --check-prefix=NORMED
// RUN: not fx-clang-trace %s --root=InBlock --refactor=register-member -- 2>&1 | FileCheck %s --check-prefix=BLOCK
// BLOCK: error: 'block' is left as it is: eval() does not reach it today, and would if it were registered, so that the model would compute something else [member-in-training-always]
// RUN: not fx-clang-trace %s --root=Asking --refactor=register-member -- 2>&1 | FileCheck %s --check-prefix=ASKING
// ASKING: error: the change cannot be made in place: the edited source of 'Asking' would compute something else [edits-compute-something-else]
// What stands elsewhere, or in another model, is none of what a place names.
// RUN: fx-clang-trace %s --refactor=register-member --at=%s:64:12 -- 2>&1 | FileCheck %s --check-prefix=ELSEWHERE
// ELSEWHERE-NOT: is left as it is
// ELSEWHERE: + {{.*}}register_module("alone", alone);
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

struct NormedBlockImpl : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) { return bn(fc(x)); }
  torch::nn::Linear fc{register_module("fc", torch::nn::Linear(4, 4))};
  torch::nn::BatchNorm1d bn{register_module("bn", torch::nn::BatchNorm1d(4))};
};
TORCH_MODULE(NormedBlock);

struct InBlock : torch::nn::Module {
  InBlock() { block = NormedBlock(); }
  torch::Tensor forward(torch::Tensor x) { return block(x); }
  NormedBlock block{nullptr};
};

struct AskingBlockImpl : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) { return is_training() ? fc(x).relu() : fc(x); }
  torch::nn::Linear fc{register_module("fc", torch::nn::Linear(4, 4))};
};
TORCH_MODULE(AskingBlock);

struct Asking : torch::nn::Module {
  Asking() { block = AskingBlock(); }
  torch::Tensor forward(torch::Tensor x) { return block(x); }
  AskingBlock block{nullptr};
};

struct Alone : torch::nn::Module {
  Alone() { alone = torch::nn::Linear(4, 4); }
  torch::Tensor forward(torch::Tensor x) {
    x = bn(x);
    return alone(x);
  }
  torch::nn::BatchNorm1d bn{4};
  torch::nn::Linear alone{nullptr};
};
