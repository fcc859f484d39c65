// modules() and shared_from_this() of a module whose constructor runs throw: nothing owns it yet.
// RUN: not fx-clang-trace %s --root=All --emit=fx -- 2>&1 | FileCheck --check-prefix=ALL %s
// RUN: not fx-clang-trace %s --root=Itself --emit=fx -- 2>&1 | FileCheck --check-prefix=SELF %s
// RUN: fx-clang-trace %s --root=Below --emit=fx -- | FileCheck --check-prefix=BELOW %s
#include <torch/torch.h>

struct All : torch::nn::Module {
  size_t count = 0;
  All() { count = modules().size(); }
  torch::Tensor forward(torch::Tensor x) { return x * static_cast<double>(count); }
};

struct Itself : torch::nn::Module {
  std::shared_ptr<torch::nn::Module> self;
  Itself() { self = shared_from_this(); }
  torch::Tensor forward(torch::Tensor x) { return x; }
};

struct Below : torch::nn::Module {
  size_t count = 0;
  torch::nn::Sequential layers{torch::nn::Linear(3, 3), torch::nn::ReLU()};
  Below() {
    register_module("layers", layers);
    count = modules(false).size() + layers->modules().size();
  }
  torch::Tensor forward(torch::Tensor x) { return x * static_cast<double>(count); }
};

// ALL: error: modules() throws here: in its constructor no shared_ptr owns the module yet; leave it out with include_self=false
// SELF: error: shared_from_this() throws here: in its constructor no shared_ptr owns the module yet
// BELOW: operator.mul](args = (%x, 6.0)
