// What has no meaning outside of the model, and members that other code has.
// RUN: not fx-clang-trace %s --root='Used' '--refactor=extract-submodule<name=Block;member=block>' --at=%s:33 -- 2>&1 | FileCheck %s --check-prefix=USED
// RUN: not fx-clang-trace %s --root='Derived' '--refactor=extract-submodule<name=Block;member=block>' --at=%s:43 -- 2>&1 | FileCheck %s --check-prefix=DERIVED
// RUN: not fx-clang-trace %s --root='Written' '--refactor=extract-submodule<name=Block;member=block>' --at=%s:55-56 -- 2>&1 | FileCheck %s --check-prefix=WRITTEN
// RUN: not fx-clang-trace %s --root='Method' '--refactor=extract-submodule<name=Block;member=block>' --at=%s:67 -- 2>&1 | FileCheck %s --check-prefix=METHOD
// RUN: not fx-clang-trace %s --root='Shared' '--refactor=extract-submodule<name=Block;member=block>' --at=%s:77 -- 2>&1 | FileCheck %s --check-prefix=SHARED
// RUN: not fx-clang-trace %s --root='Modules' '--refactor=extract-submodule<name=Block;member=block>' --at=%s:86 -- 2>&1 | FileCheck %s --check-prefix=MODULES
// RUN: not fx-clang-trace %s --root='Taken' '--refactor=extract-submodule<name=Block;member=fc>' --at=%s:94 -- 2>&1 | FileCheck %s --check-prefix=TAKEN
// RUN: not fx-clang-trace %s --root='InFile' '--refactor=extract-submodule<name=Known;member=block>' --at=%s:104 -- 2>&1 | FileCheck %s --check-prefix=FILE
// RUN: not fx-clang-trace %s --root='InFile' '--refactor=extract-submodule<name=Block>' -- 2>&1 | FileCheck %s --check-prefix=NAMES
// RUN: not fx-clang-trace %s --root='Outer::Inner' '--refactor=extract-submodule<name=Block;member=block>' --at=%s:116 -- 2>&1 | FileCheck %s --check-prefix=INSIDE
// RUN: not fx-clang-trace %s --root='Cloned' '--refactor=extract-submodule<name=Block;member=block>' --at=%s:127 -- 2>&1 | FileCheck %s --check-prefix=CLONEABLE
// RUN: not fx-clang-trace %s --root='Children' '--refactor=extract-submodule<name=Block;member=block>' --at=%s:141 -- 2>&1 | FileCheck %s --check-prefix=CHILDREN
// RUN: not fx-clang-trace %s --root='Configured' '--refactor=extract-submodule<name=Block;member=block>' --at=%s:156 -- 2>&1 | FileCheck %s --check-prefix=DIRECTIVE
// USED: {{.*}}:36:41: error: the member 'a' cannot go into 'Block': this code uses it too [extract-of-a-member-in-use]
// DERIVED: {{.*}}:50:19: error: the member 'a' cannot go into 'Block': this code uses it too [extract-of-a-member-in-use]
// WRITTEN: {{.*}}:56:5: error: the statements cannot go into a class of their own: 'calls' is of the model, and is no member that is only read there by its plain name [extract-of-another-name]
// METHOD: {{.*}}:67:5: error: the statements cannot go into a class of their own: 'half' is of the model, and is no member that is only read there by its plain name [extract-of-another-name]
// SHARED: {{.*}}:77:5: error: 'a' cannot go into another class: what it holds is registered at several places [extract-of-such-a-member]
// MODULES: error: the statements of 'forward' call no registered member [extract-without-modules]
// TAKEN: error: 'Taken' has another member or variable that is called 'fc' [submodule-name-taken]
// FILE: {{.*}}:102:35: error: the file has the name 'Known' already [class-name-taken]
// NAMES: error: --refactor: extract-submodule needs names of the new class and the member: extract-submodule<name=Block;member=block> [extract-without-names]
// INSIDE: error: 'Outer::Inner' cannot have another class before it: it is a template, it stands in a function or a class, or a macro has a part in it [extract-from-such-a-class]
// CLONEABLE: {{.*}}:124:46: error: the class derives from torch::nn::Cloneable, which its submodules have to do too [extract-from-a-cloneable]
// CHILDREN: {{.*}}:136:30: error: the class looks at its children, which would be others [children-are-others]
// DIRECTIVE: {{.*}}:150:1: error: a directive of the preprocessor stands among the code that is to move [moved-around-a-directive]

#include <torch/torch.h>

struct Used : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    x = a(x);
    return fc(x);
  }
  torch::Tensor weight() const { return a->weight; }
  torch::nn::Linear a{register_module("a", torch::nn::Linear(4, 4))};
  torch::nn::Linear fc{register_module("fc", torch::nn::Linear(4, 2))};
};

struct Derived : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    x = a(x);
    return fc(x);
  }
  torch::nn::Linear a{register_module("a", torch::nn::Linear(4, 4))};
  torch::nn::Linear fc{register_module("fc", torch::nn::Linear(4, 2))};
};
struct More : Derived {
  void freeze() { a->weight.set_requires_grad(false); }
};

struct Written : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    x = a(x);
    calls += 1;
    return fc(x);
  }
  int calls = 0;
  torch::nn::Linear a{register_module("a", torch::nn::Linear(4, 4))};
  torch::nn::Linear fc{register_module("fc", torch::nn::Linear(4, 2))};
};

struct Method : torch::nn::Module {
  torch::Tensor half(torch::Tensor x) { return x / 2; }
  torch::Tensor forward(torch::Tensor x) {
    x = half(a(x));
    return fc(x);
  }
  torch::nn::Linear a{register_module("a", torch::nn::Linear(4, 4))};
  torch::nn::Linear fc{register_module("fc", torch::nn::Linear(4, 2))};
};

struct Shared : torch::nn::Module {
  Shared() { register_module("b", a); }
  torch::Tensor forward(torch::Tensor x) {
    x = a(x);
    return fc(x);
  }
  torch::nn::Linear a{register_module("a", torch::nn::Linear(4, 4))};
  torch::nn::Linear fc{register_module("fc", torch::nn::Linear(4, 2))};
};

struct Modules : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    x = x * 2;
    return fc(x);
  }
  torch::nn::Linear fc{register_module("fc", torch::nn::Linear(4, 2))};
};

struct Taken : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    x = a(x);
    return fc(x);
  }
  torch::nn::Linear a{register_module("a", torch::nn::Linear(4, 4))};
  torch::nn::Linear fc{register_module("fc", torch::nn::Linear(4, 2))};
};

struct Known {};
struct InFile : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    x = a(x);
    return fc(x);
  }
  torch::nn::Linear a{register_module("a", torch::nn::Linear(4, 4))};
  torch::nn::Linear fc{register_module("fc", torch::nn::Linear(4, 2))};
};

// The names.

struct Outer {
  struct Inner : torch::nn::Module {
    torch::Tensor forward(torch::Tensor x) {
      x = a(x);
      return fc(x);
    }
    torch::nn::Linear a{register_module("a", torch::nn::Linear(4, 4))};
    torch::nn::Linear fc{register_module("fc", torch::nn::Linear(4, 2))};
  };
};

struct Cloned : torch::nn::Cloneable<Cloned> {
  void reset() override {}
  torch::Tensor forward(torch::Tensor x) {
    x = a(x);
    return fc(x);
  }
  torch::nn::Linear a{register_module("a", torch::nn::Linear(4, 4))};
  torch::nn::Linear fc{register_module("fc", torch::nn::Linear(4, 2))};
};

struct Children : torch::nn::Module {
  void freeze() {
    for (const auto& child : children())
      for (auto& parameter : child->parameters(/*recurse=*/false))
        parameter.set_requires_grad(false);
  }
  torch::Tensor forward(torch::Tensor x) {
    x = a(x);
    return fc(x);
  }
  torch::nn::Linear a{register_module("a", torch::nn::Linear(4, 4))};
  torch::nn::Linear fc{register_module("fc", torch::nn::Linear(4, 2))};
};

struct Configured : torch::nn::Module {
  Configured() {
#ifdef WIDE
    std::puts("wide");
#endif
    a = register_module("a", torch::nn::Linear(4, 4));
  }
  torch::Tensor forward(torch::Tensor x) {
    x = a(x);
    return fc(x);
  }
  torch::nn::Linear a{nullptr};
  torch::nn::Linear fc{register_module("fc", torch::nn::Linear(4, 2))};
};
