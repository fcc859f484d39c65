// A name that is taken, a path that is none, what a container counts, and a name that is computed.
// RUN: not fx-clang-trace %s --root=Net --refactor='rename-submodule<from=fc;to=other>' -- 2>&1 | FileCheck %s --check-prefix=TAKEN
// RUN: not fx-clang-trace %s --root=Net --refactor='rename-submodule<from=fcc;to=stem>' -- 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: not fx-clang-trace %s --root=Net --refactor='rename-submodule<from=layers.0;to=stem>' -- 2>&1 | FileCheck %s --check-prefix=COUNTED
// RUN: not fx-clang-trace %s --root=Net --refactor='rename-submodule<from=fc0;to=stem>' -- 2>&1 | FileCheck %s --check-prefix=COMPUTED
// RUN: not fx-clang-trace %s --root=Net --refactor='rename-submodule<from=fc;to=1st>' -- 2>&1 | FileCheck %s --check-prefix=WORD
// TAKEN: error: 'Net' has another member or variable that is called 'other' [submodule-name-taken]
// NONE: error: the model has no submodule 'fcc' [submodule-unknown]
// NONE: note: those of the model: fc, layers, fc0
// COUNTED: error: 'layers.0' has its name from a container that counts or names its modules [submodule-of-a-container]
// COMPUTED: error: this cannot be changed in place: what makes the module 'stem' does not stand in the file as one expression [module-without-a-place]
// COMPUTED: note: its name has to be a literal of a register_module in its class
// WORD: error: --refactor: rename-submodule needs a path and a new name: rename-submodule<from=conv1;to=stem> [rename-without-names]

#include <torch/torch.h>

struct Net : torch::nn::Module {
  Net() {
    for (int i = 0; i < 1; ++i)
      first = register_module("fc" + std::to_string(i), torch::nn::Linear(4, 4));
  }
  torch::Tensor forward(torch::Tensor x) {
    auto other = fc(x);
    return first(layers->forward(other));
  }
  torch::nn::Linear fc{register_module("fc", torch::nn::Linear(4, 4))};
  torch::nn::Sequential layers{register_module("layers", torch::nn::Sequential(torch::nn::ReLU()))};
  torch::nn::Linear first{nullptr};
};
