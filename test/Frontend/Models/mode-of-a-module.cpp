// A module that forward, or an override of train(), puts in another mode than the model's is called
// as the function that its own forward calls.
// RUN: fx-clang-trace %s --root=MonteCarlo -- | FileCheck %s --check-prefix=DROP
// RUN: fx-clang-trace %s --root=Frozen --mode=train -- | FileCheck %s --check-prefix=FROZEN
// RUN: fx-clang-trace %s --root=Frozen --mode=eval -- | FileCheck %s --check-prefix=FOLLOWS
// RUN: not fx-clang-trace %s --root=Later -- 2>&1 | FileCheck %s --check-prefix=LATER
#include <torch/torch.h>

struct MonteCarlo : torch::nn::Module {
  torch::nn::Dropout drop{0.25};
  MonteCarlo() { register_module("drop", drop); }
  torch::Tensor forward(torch::Tensor x) {
    // DROP: torch.nn.functional.dropout](args = (%x,), kwargs = {p: 0.25, training: True, inplace: False})
    drop->train();
    return drop(x);
  }
};

struct Frozen : torch::nn::Module {
  torch::nn::BatchNorm1d norm{3};
  Frozen() { register_module("norm", norm); }
  void train(bool on = true) override {
    torch::nn::Module::train(on);
    norm->eval();
  }
  // FROZEN: get_attr[target=norm.running_mean]
  // FROZEN: torch.nn.functional.batch_norm]{{.*}}training: False, momentum: 0.1, eps: 1e-05
  // FOLLOWS: call_module[target=norm]
  torch::Tensor forward(torch::Tensor x) { return norm(x); }
};

struct Later : torch::nn::Module {
  torch::nn::BatchNorm1d norm{3};
  Later() { register_module("norm", norm); }
  torch::Tensor forward(torch::Tensor x) {
    x = norm(x);
    // LATER: :[[#@LINE+1]]:{{[0-9]+}}: error: forward changes the mode of a module here, and a later call reads it
    norm->train();
    return x;
  }
};
