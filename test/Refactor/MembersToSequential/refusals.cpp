// What is no run of modules, or whose modules are used, made or registered otherwise, is refused with its place.
// RUN: not fx-clang-trace %s --root=Twice '--refactor=members-to-sequential' --at=%s:45-48 -- 2>&1 | FileCheck %s --check-prefix=TWICE
// RUN: not fx-clang-trace %s --root=Elsewhere '--refactor=members-to-sequential' --at=%s:57-58 -- 2>&1 | FileCheck %s --check-prefix=ELSEWHERE
// RUN: not fx-clang-trace %s --root=Read '--refactor=members-to-sequential' --at=%s:67-69 -- 2>&1 | FileCheck %s --check-prefix=READ
// RUN: not fx-clang-trace %s --root=Between '--refactor=members-to-sequential' --at=%s:78-79 -- 2>&1 | FileCheck %s --check-prefix=BETWEEN
// RUN: not fx-clang-trace %s --root=Statement '--refactor=members-to-sequential' --at=%s:87-89 -- 2>&1 | FileCheck %s --check-prefix=STATEMENT
// RUN: not fx-clang-trace %s --root=Other '--refactor=members-to-sequential' --at=%s:97-98 -- 2>&1 | FileCheck %s --check-prefix=OTHER
// RUN: not fx-clang-trace %s --root=Variable '--refactor=members-to-sequential' --at=%s:106-108 -- 2>&1 | FileCheck %s --check-prefix=VARIABLE
// RUN: not fx-clang-trace %s --root=Order '--refactor=members-to-sequential' --at=%s:117-118 -- 2>&1 | FileCheck %s --check-prefix=ORDER
// RUN: not fx-clang-trace %s --root=Registered '--refactor=members-to-sequential' --at=%s:126-127 -- 2>&1 | FileCheck %s --check-prefix=REGISTERED
// RUN: not fx-clang-trace %s --root=Seed '--refactor=members-to-sequential' --at=%s:142-143 -- 2>&1 | FileCheck %s --check-prefix=SEED
// RUN: not fx-clang-trace %s --root=If '--refactor=members-to-sequential' --at=%s:155-156 -- 2>&1 | FileCheck %s --check-prefix=IF
// RUN: not fx-clang-trace %s --root=Two '--refactor=members-to-sequential' --at=%s:167-168 -- 2>&1 | FileCheck %s --check-prefix=TWO
// RUN: not fx-clang-trace %s --root=Given '--refactor=members-to-sequential' --at=%s:180-181 -- 2>&1 | FileCheck %s --check-prefix=GIVEN
// RUN: not fx-clang-trace %s --root=Overloaded '--refactor=members-to-sequential' --at=%s:196-197 -- 2>&1 | FileCheck %s --check-prefix=OVERLOADED
// RUN: not fx-clang-trace %s --root=Short '--refactor=members-to-sequential' --at=%s:205-205 -- 2>&1 | FileCheck %s --check-prefix=SHORT
// RUN: not fx-clang-trace %s --root=Reference '--refactor=members-to-sequential' --at=%s:214-215 -- 2>&1 | FileCheck %s --check-prefix=REFERENCE
// RUN: not fx-clang-trace %s --root='Template<4>' '--refactor=members-to-sequential' --at=%s:225-226 -- 2>&1 | FileCheck %s --check-prefix=TEMPLATE
// RUN: not fx-clang-trace %s --root=Named '--refactor=members-to-sequential<name=fc1>' --at=%s:234-235 -- 2>&1 | FileCheck %s --check-prefix=NAMED
// RUN: not fx-clang-trace %s --root=Named '--refactor=members-to-sequential<name=class>' -- 2>&1 | FileCheck %s --check-prefix=WORD
// TWICE: error: the run of modules ends here: 'act' runs twice [run-ends]
// ELSEWHERE: error: the member 'fc1' is used here in a way that the edit cannot follow [member-used-otherwise]
// READ: error: the run of modules cannot become one call: 'y', which holds a value in between, is used behind it, or is a reference [run-result-read]
// BETWEEN: error: the run of modules ends here: it does not take 'y', the result of the statement before it [run-ends]
// STATEMENT: error: the run of modules ends here: this statement is no call of a module that a Sequential can call, or of a function of a tensor, whose result a variable gets, or that is returned [run-ends]
// OTHER: error: the run of modules ends here: it does not take 'y', the result of the statement before it [run-ends]
// VARIABLE: error: the run of modules ends here: a function is called
// ORDER: error: 'fc2' would be registered in another place among the modules with weights [run-reorders-weights]
// REGISTERED: error: 'third' is made in another order than the modules of the run are in, so that fresh weights would be others under one seed [run-made-in-another-order]
// SEED: error: 'fc1' cannot be made together with the other modules of the run: other code runs in between [run-made-apart]
// IF: error: the member 'fc2' is used here in a way that the edit cannot follow [member-used-otherwise]
// TWO: error: what 'fc1' holds is made, filled or registered in more than one place [member-made-in-several-places]
// GIVEN: error: the module that 'fc2' holds is not made by an expression of its class [member-made-elsewhere]
// OVERLOADED: error: the run of modules ends here: this statement is no call of a module that a Sequential can call, or of a function of a tensor
// SHORT: error: there is no run of modules: --at names lines of 'forward' in which two at least run one after the other [run-is-too-short]
// REFERENCE: error: the run of modules cannot become one call: 'x', which holds a value in between
// TEMPLATE: error: the statements of the method do not stand in a file as they are [run-without-source]
// NAMED: error: 'Named' has another member or variable that is called 'fc1' [submodule-name-taken]
// WORD: 'class' cannot be the name of a member [run-without-a-name]
#include <torch/torch.h>
using torch::nn::Linear, torch::nn::ReLU;

struct Twice : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    x = fc1(x);
    x = act(x);
    x = fc2(x);
    return act(x);
  }
  Linear fc1 = register_module("fc1", Linear(3, 4));
  Linear fc2 = register_module("fc2", Linear(4, 2));
  ReLU act{register_module("act", ReLU())};
};

struct Elsewhere : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    x = fc1(x);
    return fc2(x);
  }
  Linear fc1 = register_module("fc1", Linear(3, 4));
  Linear fc2 = register_module("fc2", Linear(4, 2));
  torch::Tensor other(torch::Tensor x) { return fc1(x); }
};

struct Read : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    auto y = fc1(x);
    y = torch::relu(y);
    x = fc2(y);
    return x + y.sum();
  }
  Linear fc1 = register_module("fc1", Linear(3, 4));
  Linear fc2 = register_module("fc2", Linear(4, 2));
};

struct Between : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    auto y = fc1(x);
    return fc2(y + 1);
  }
  Linear fc1 = register_module("fc1", Linear(3, 4));
  Linear fc2 = register_module("fc2", Linear(4, 2));
};

struct Statement : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    x = fc1(x);
    x.relu_();
    return fc2(x);
  }
  Linear fc1 = register_module("fc1", Linear(3, 4));
  Linear fc2 = register_module("fc2", Linear(4, 2));
};

struct Other : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    auto y = fc1(x);
    return fc2(x);
  }
  Linear fc1 = register_module("fc1", Linear(3, 4));
  Linear fc2 = register_module("fc2", Linear(3, 2));
};

struct Variable : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    x = fc1(x);
    x = torch::dropout(x, p, is_training());
    return fc2(x);
  }
  Linear fc1 = register_module("fc1", Linear(3, 4));
  Linear fc2 = register_module("fc2", Linear(4, 2));
  double p = 0.5;
};

struct Order : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    x = fc1(x);
    return fc2(x);
  }
  Linear fc2 = register_module("fc2", Linear(4, 2));
  Linear fc1 = register_module("fc1", Linear(3, 4));
};

struct Registered : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    x = fc1(x);
    return fc2(x);
  }
  Registered() {
    fc1 = Linear(3, 4);
    third = Linear(2, 2);
    fc2 = Linear(4, 2);
    register_module("fc1", fc1);
    register_module("fc2", fc2);
    register_module("third", third);
  }
  Linear fc1{nullptr}, fc2{nullptr}, third{nullptr};
};

struct Seed : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    x = fc1(x);
    return fc2(x);
  }
  Seed() {
    fc1 = register_module("fc1", Linear(3, 4));
    torch::manual_seed(1);
    fc2 = register_module("fc2", Linear(4, 2));
  }
  Linear fc1{nullptr}, fc2{nullptr};
};

struct If : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    x = fc1(x);
    return fc2(x);
  }
  If() {
    fc1 = register_module("fc1", Linear(3, 4));
    if (true) fc2 = register_module("fc2", Linear(4, 2));
  }
  Linear fc1{nullptr}, fc2{nullptr};
};

struct Two : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    x = fc1(x);
    return fc2(x);
  }
  Two() {
    fc1 = register_module("fc1", Linear(3, 4));
    fc2 = register_module("fc2", Linear(4, 2));
  }
  explicit Two(int n) { fc1 = register_module("fc1", Linear(3, n)); }
  Linear fc1{nullptr}, fc2{nullptr};
};

struct Given : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    x = fc1(x);
    return fc2(x);
  }
  Given() { register_module("fc2", fc2); }
  bool is_wide = false;
  Linear fc1 = register_module("fc1", Linear(3, 4));
  Linear fc2 = is_wide ? Linear(4, 8) : Linear(4, 2);
};

struct BlockImpl : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) { return x + 1; }
  torch::Tensor forward(torch::Tensor x, torch::Tensor y) { return x + y; }
};
TORCH_MODULE(Block);
struct Overloaded : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    x = block->forward(x);
    return fc1(x);
  }
  Block block{register_module("block", Block())};
  Linear fc1 = register_module("fc1", Linear(3, 4));
};

struct Short : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    x = fc1(x);
    return fc2(x.relu() * 2);
  }
  Linear fc1 = register_module("fc1", Linear(3, 4));
  Linear fc2 = register_module("fc2", Linear(4, 2));
};

struct Reference : torch::nn::Module {
  torch::Tensor forward(torch::Tensor& x) {
    x = fc1(x);
    x = fc2(x);
    return x;
  }
  Linear fc1 = register_module("fc1", Linear(3, 4));
  Linear fc2 = register_module("fc2", Linear(4, 2));
};

template <int64_t n>
struct Template : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    x = fc1(x);
    return fc2(x);
  }
  Linear fc1 = register_module("fc1", Linear(3, 4));
  Linear fc2 = register_module("fc2", Linear(4, 2));
};

struct Named : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    x = fc1(x);
    return fc2(x);
  }
  Linear fc1 = register_module("fc1", Linear(3, 4));
  Linear fc2 = register_module("fc2", Linear(4, 2));
};
