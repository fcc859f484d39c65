// A member that a base class registers, a module that has another name at its first place, and a name that a derived
// class has.
// RUN: not fx-clang-trace %s --root=Derived '--refactor=rename-submodule<from=fc;to=stem>' -- 2>&1 | FileCheck %s --check-prefix=BASE
// RUN: not fx-clang-trace %s --root=Twice '--refactor=rename-submodule<from=b;to=stem>' -- 2>&1 | FileCheck %s --check-prefix=TWICE
// RUN: not fx-clang-trace %s --root=Base '--refactor=rename-submodule<from=fc;to=head>' -- 2>&1 | FileCheck %s --check-prefix=TAKEN
// RUN: not fx-clang-trace %s --root=Marked '--refactor=rename-submodule<from=fc;to=head>' -- 2>&1 | FileCheck %s --check-prefix=MARKED
// MARKED: error: the member would be called as another member or variable of 'Marked' is: 'head_' [member-name-taken]
// BASE: error: 'fc' is registered or held outside of the class 'Derived', so its name there cannot be changed for this class alone [member-of-another-class]
// TWICE: error: 'b' is the module 'a', which is registered at both places [submodule-is-another]
// TAKEN: error: 'Base' has another member or variable that is called 'head' [submodule-name-taken]

#include <torch/torch.h>

struct Base : torch::nn::Module {
  Base() { fc = register_module("fc", torch::nn::Linear(4, 4)); }
  torch::Tensor forward(torch::Tensor x) { return fc(x); }
  torch::nn::Linear fc{nullptr};
};

struct Derived : Base {
  torch::Tensor forward(torch::Tensor x) { return fc(x) + 1; }
  double head = 1;
};

struct Twice : torch::nn::Module {
  Twice() {
    register_module("a", a);
    register_module("b", a);
  }
  torch::Tensor forward(torch::Tensor x) { return a(x); }
  torch::nn::Linear a{4, 4};
};

struct Marked : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) { return fc_(x) * head_; }
  torch::nn::Linear fc_{register_module("fc", torch::nn::Linear(4, 4))};
  double head_ = 1;
};
