// What a constructor of the new class cannot do, and what stands between the statements that it takes.
// RUN: not fx-clang-trace %s --root='Several' '--refactor=extract-submodule<name=Block;member=block>' --at=%s:19 -- 2>&1 | FileCheck %s --check-prefix=SEVERAL
// RUN: not fx-clang-trace %s --root='Model' '--refactor=extract-submodule<name=Block;member=block>' --at=%s:30 -- 2>&1 | FileCheck %s --check-prefix=MODEL
// RUN: not fx-clang-trace %s --root='Tied' '--refactor=extract-submodule<name=Block;member=block>' --at=%s:40 -- 2>&1 | FileCheck %s --check-prefix=TIED
// RUN: not fx-clang-trace %s --root='Between' '--refactor=extract-submodule<name=Block;member=block>' --at=%s:56-57 -- 2>&1 | FileCheck %s --check-prefix=BETWEEN
// RUN: not fx-clang-trace %s --root='Looks' '--refactor=extract-submodule<name=Block;member=block>' --at=%s:71-72 -- 2>&1 | FileCheck %s --check-prefix=LOOKS
// SEVERAL: {{.*}}:17:3: error: another constructor makes the members too, and the new class has one [extract-from-several-constructors]
// MODEL: {{.*}}:28:13: error: what makes the members cannot stand in a class of their own: 'width' is of the model [extract-needs-the-model]
// TIED: {{.*}}:38:12: error: what makes the members cannot stand in a class of their own: 'fc' is of the model [extract-needs-the-model]
// BETWEEN: {{.*}}:51:5: error: 'n' in this statement stands between those that make the members of 'Block' [extract-across-a-statement]
// LOOKS: {{.*}}:66:5: error: 'parameters' in this statement stands between those that make the members of 'Block' [extract-across-a-statement]

#include <torch/torch.h>

struct Several : torch::nn::Module {
  Several() { a = register_module("a", torch::nn::Linear(4, 4)); }
  explicit Several(int64_t n) { a = register_module("a", torch::nn::Linear(n, n)); }
  torch::Tensor forward(torch::Tensor x) {
    x = a(x);
    return fc(x);
  }
  torch::nn::Linear a{nullptr};
  torch::nn::Linear fc{register_module("fc", torch::nn::Linear(4, 2))};
};

struct Model : torch::nn::Module {
  int64_t width() const { return 4; }
  Model() { a = register_module("a", torch::nn::Linear(width(), 4)); }
  torch::Tensor forward(torch::Tensor x) {
    x = a(x);
    return fc(x);
  }
  torch::nn::Linear a{nullptr};
  torch::nn::Linear fc{register_module("fc", torch::nn::Linear(4, 2))};
};

struct Tied : torch::nn::Module {
  Tied() { fc->weight = a->weight; }
  torch::Tensor forward(torch::Tensor x) {
    x = a(x);
    return fc(x);
  }
  torch::nn::Linear a{register_module("a", torch::nn::Linear(4, 4))};
  torch::nn::Linear fc{register_module("fc", torch::nn::Linear(4, 4))};
};

struct Between : torch::nn::Module {
  Between() {
    int64_t n = 4;
    a = register_module("a", torch::nn::Linear(n, 4));
    n = 8;
    b = register_module("b", torch::nn::Linear(4, 4));
    fc = register_module("fc", torch::nn::Linear(4, n));
  }
  torch::Tensor forward(torch::Tensor x) {
    x = a(x);
    x = b(x);
    return fc(x);
  }
  torch::nn::Linear a{nullptr}, b{nullptr}, fc{nullptr};
};

struct Looks : torch::nn::Module {
  Looks() {
    a = register_module("a", torch::nn::Linear(4, 4));
    for (auto& parameter : parameters())
      torch::nn::init::constant_(parameter, 0.5);
    b = register_module("b", torch::nn::Linear(4, 4));
  }
  torch::Tensor forward(torch::Tensor x) {
    x = a(x);
    x = b(x);
    return fc(x);
  }
  torch::nn::Linear a{nullptr}, b{nullptr};
  torch::nn::Linear fc{register_module("fc", torch::nn::Linear(4, 2))};
};
