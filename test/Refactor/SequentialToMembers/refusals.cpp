// What is no plain use of a Sequential, or not made one by one, is refused with its place.
// RUN: not fx-clang-trace %s --root=Index --refactor=sequential-to-members -- 2>&1 | FileCheck %s --check-prefix=INDEX
// RUN: not fx-clang-trace %s --root=Loop --refactor=sequential-to-members -- 2>&1 | FileCheck %s --check-prefix=LOOP
// RUN: not fx-clang-trace %s --root=Helper --refactor=sequential-to-members -- 2>&1 | FileCheck %s --check-prefix=HELPER
// RUN: not fx-clang-trace %s --root=Macro --refactor=sequential-to-members -- 2>&1 | FileCheck %s --check-prefix=MACRO
// RUN: not fx-clang-trace %s --root=Key --refactor=sequential-to-members -- 2>&1 | FileCheck %s --check-prefix=KEY
// RUN: not fx-clang-trace %s --root=Shared --refactor=sequential-to-members -- 2>&1 | FileCheck %s --check-prefix=SHARED
// RUN: not fx-clang-trace %s --root=Order --refactor=sequential-to-members -- 2>&1 | FileCheck %s --check-prefix=ORDER
// RUN: not fx-clang-trace %s --root=Two --refactor=sequential-to-members -- 2>&1 | FileCheck %s --check-prefix=TWO
// RUN: not fx-clang-trace %s --root=Registers --refactor=sequential-to-members -- 2>&1 | FileCheck %s --check-prefix=REGISTERS
// RUN: not fx-clang-trace %s --root=Conditional --refactor=sequential-to-members -- 2>&1 | FileCheck %s --check-prefix=CONDITIONAL
// RUN: not fx-clang-trace %s --root=Inside --refactor=sequential-to-members -- 2>&1 | FileCheck %s --check-prefix=INSIDE
// RUN: not fx-clang-trace %s --root=Together --refactor=sequential-to-members -- 2>&1 | FileCheck %s --check-prefix=TOGETHER
// RUN: not fx-clang-trace %s --root=Unregistered --refactor=sequential-to-members -- 2>&1 | FileCheck %s --check-prefix=UNREGISTERED
// RUN: not fx-clang-trace %s --root=Given --refactor=sequential-to-members -- 2>&1 | FileCheck %s --check-prefix=GIVEN
// RUN: not fx-clang-trace %s --root=Widths --refactor=sequential-to-members -- 2>&1 | FileCheck %s --check-prefix=WIDTHS
// RUN: not fx-clang-trace %s --root=Twice --refactor=sequential-to-members -- 2>&1 | FileCheck %s --check-prefix=TWICE
// RUN: not fx-clang-trace %s --root=Empty --refactor=sequential-to-members -- 2>&1 | FileCheck %s --check-prefix=EMPTY
// RUN: not fx-clang-trace %s --root=Index '--refactor=sequential-to-members<target=fc>' -- 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// RUN: not fx-clang-trace %s --root=Index '--refactor=sequential-to-members<target=seq.0>' -- 2>&1 | FileCheck %s --check-prefix=OTHER
// RUN: not fx-clang-trace %s --root=Index --refactor=sequential-to-members --at=%s:1 -- 2>&1 | FileCheck %s --check-prefix=NONE
#include <torch/torch.h>
using torch::nn::Linear, torch::nn::ReLU, torch::nn::Sequential;

struct Index : torch::nn::Module {
  Index() { seq = register_module("seq", Sequential(Linear(3, 3))); }
  // INDEX: refusals.cpp:[[#@LINE+1]]:77: error: the member 'seq' is used here in a way that the edit cannot follow [member-used-otherwise]
  torch::Tensor forward(torch::Tensor x) { return seq->forward(x) + (double)seq->size(); }
  Sequential seq{nullptr};
};
// UNKNOWN: error: the model has no submodule 'fc' [submodule-unknown]
// OTHER: error: 'seq.0' is no torch::nn::Sequential that a class of yours holds [sequential-expected]
// NONE: error: no torch::nn::Sequential that a class holds is made or called there [sequential-missing]

struct Loop : torch::nn::Module {
  Loop() {
    // LOOP: refusals.cpp:[[#@LINE+2]]:7: error: the member 'seq' is used here in a way that the edit cannot follow [member-used-otherwise]
    for (int i = 0; i < 2; ++i)
      seq->push_back(Linear(3, 3));
    register_module("seq", seq);
  }
  torch::Tensor forward(torch::Tensor x) { return seq->forward(x); }
  Sequential seq;
};

inline Sequential make() {
  return Sequential(Linear(3, 3));
}
struct Helper : torch::nn::Module {
  // HELPER: refusals.cpp:[[#@LINE+1]]:14: error: the modules of 'seq' are not made one by one where the Sequential gets them [sequential-made-otherwise]
  Helper() { seq = register_module("seq", make()); }
  torch::Tensor forward(torch::Tensor x) { return seq->forward(x); }
  Sequential seq{nullptr};
};

#define RUN_IT(m, x) m->forward(x)
struct Macro : torch::nn::Module {
  Macro() { seq = register_module("seq", Sequential(Linear(3, 3))); }
  // MACRO: refusals.cpp:[[#@LINE+1]]:58: error: the member 'seq' is used here in a way that the edit cannot follow [member-used-otherwise]
  torch::Tensor forward(torch::Tensor x) { return RUN_IT(seq, x); }
  Sequential seq{nullptr};
};

struct Key : torch::nn::Module {
  Key() { keyed = register_module("keyed", Sequential(Linear(3, 3))); }
  // KEY: refusals.cpp:[[#@LINE+2]]:51: error: the string 'keyed.0.bias' names weights by keys that would be others [key-in-a-string]
  torch::Tensor forward(torch::Tensor x) {
    return keyed->forward(x) + named_parameters()["keyed.0.bias"];
  }
  Sequential keyed{nullptr};
};

struct Shared : torch::nn::Module {
  Shared() {
    fc = register_module("fc", Linear(3, 3));
    seq = register_module("seq", Sequential(fc, ReLU()));
  }
  // SHARED: error: 'seq' cannot become members: a module in it is registered at another place too, as 'fc' [sequential-is-shared]
  torch::Tensor forward(torch::Tensor x) { return seq->forward(x); }
  Linear fc{nullptr};
  Sequential seq{nullptr};
};

struct Order : torch::nn::Module {
  Order() {
    register_module("seq", seq);
    fc = register_module("fc", Linear(3, 3));
    // ORDER: refusals.cpp:[[#@LINE+1]]:5: error: the modules of 'seq' would be registered in another order: others are registered between [sequential-order-lost]
    seq->push_back(Linear(3, 3));
  }
  torch::Tensor forward(torch::Tensor x) { return fc(seq->forward(x)); }
  Linear fc{nullptr};
  Sequential seq;
};

struct Two : torch::nn::Module {
  Two() { seq = register_module("seq", Sequential(Linear(3, 3))); }
  // TWO: refusals.cpp:[[#@LINE+1]]:25: error: what 'seq' holds is made, filled or registered in more than one place [member-made-in-several-places]
  explicit Two(int n) { seq = register_module("seq", Sequential(Linear(n, n))); }
  torch::Tensor forward(torch::Tensor x) { return seq->forward(x); }
  Sequential seq{nullptr};
};

struct Conditional : torch::nn::Module {
  Conditional() {
    condition->push_back(Linear(3, 3));
#ifdef WIDE
    // CONDITIONAL: refusals.cpp:[[#@LINE+1]]:5: error: 'condition' is named between #if and #endif, in code that is not compiled here [member-in-conditional-code]
    condition->push_back(Linear(3, 3));
#endif
    register_module("condition", condition);
  }
  torch::Tensor forward(torch::Tensor x) { return condition->forward(x); }
  Sequential condition;
};

struct Inside : torch::nn::Module {
  Inside() {
    seq = register_module("seq", Sequential(
// INSIDE: refusals.cpp:[[#@LINE+1]]:1: error: this cannot be changed in place: a directive of the preprocessor stands inside [directive-inside]
#ifdef WIDE
                                     Linear(3, 3),
#endif
                                     Linear(3, 3)));
  }
  torch::Tensor forward(torch::Tensor x) { return seq->forward(x); }
  Sequential seq{nullptr};
};

struct Together : torch::nn::Module {
  Together() { register_module("seq", seq); }
  torch::Tensor forward(torch::Tensor x) { return seq->forward(x); }
  // TOGETHER: refusals.cpp:[[#@LINE+1]]:14: error: 'seq' is declared and made in one declaration with other members [sequential-declared-with-others]
  Sequential seq{Linear(3, 3), ReLU()}, other{nullptr};
};

struct Unregistered : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) { return seq->forward(x); }
  // UNREGISTERED: error: 'seq' is not registered, so that its modules would not be either [sequential-not-registered]
  Sequential seq{Linear(3, 3), ReLU()};
};

struct Given : torch::nn::Module {
  explicit Given(Sequential given = Sequential(Linear(3, 3), ReLU())) : seq(given) {
    register_module("seq", seq);
  }
  torch::Tensor forward(torch::Tensor x) { return seq->forward(x); }
  // GIVEN: error: the member 'seq' is used here in a way that the edit cannot follow [member-used-otherwise]
  Sequential seq;
};

struct WidthImpl : torch::nn::Module {
  explicit WidthImpl(bool is_wide) {
    seq = is_wide ? Sequential(Linear(3, 3), ReLU()) : Sequential(Linear(3, 3));
    register_module("seq", seq);
  }
  torch::Tensor forward(torch::Tensor x) { return seq->forward(x); }
  Sequential seq{nullptr};
};
TORCH_MODULE(Width);
struct Widths : torch::nn::Module {
  // WIDTHS: error: objects of 'WidthImpl' hold other modules in 'seq' than this one [sequentials-of-objects-differ]
  torch::Tensor forward(torch::Tensor x) { return a->forward(b->forward(x)); }
  Width a{register_module("a", Width(true))}, b{register_module("b", Width(false))};
};

struct Twice : torch::nn::Module {
  Twice() {
    register_module("seq", seq);
    register_module("again", seq);
  }
  // TWICE: error: 'seq' cannot become members: a module in it is registered at another place too, as 'again' [sequential-is-shared]
  torch::Tensor forward(torch::Tensor x) { return seq->forward(x); }
  Sequential seq{Linear(3, 3), ReLU()};
};

struct Empty : torch::nn::Module {
  Empty() { register_module("seq", seq); }
  // EMPTY: error: 'seq' has no modules [sequential-is-empty]
  torch::Tensor forward(torch::Tensor x) { return x; }
  Sequential seq;
};

struct Registers : torch::nn::Module {
  // REGISTERS: error: 'seq' is not registered by one statement of its class [sequential-registered-otherwise]
  Registers() {
    seq = Sequential(Linear(3, 3));
    register_module("seq", seq);
  }
  explicit Registers(int) { register_module("seq", seq); }
  torch::Tensor forward(torch::Tensor x) { return seq->forward(x); }
  Sequential seq;
};
