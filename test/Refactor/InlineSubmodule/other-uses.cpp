// Submodules that the model makes, holds, calls or uses in another way than by one expression.
// RUN: not fx-clang-trace %s --root='LoopNet' '--refactor=inline-submodule<target=block>' -- 2>&1 | FileCheck %s --check-prefix=LOOP
// RUN: not fx-clang-trace %s --root='ConditionNet' '--refactor=inline-submodule<target=block>' -- 2>&1 | FileCheck %s --check-prefix=CONDITION
// RUN: not fx-clang-trace %s --root='TwiceNet' '--refactor=inline-submodule<target=block>' -- 2>&1 | FileCheck %s --check-prefix=TWICE
// RUN: not fx-clang-trace %s --root='UsedNet' '--refactor=inline-submodule<target=block>' -- 2>&1 | FileCheck %s --check-prefix=USED
// RUN: not fx-clang-trace %s --root='InitializedNet' '--refactor=inline-submodule<target=block>' -- 2>&1 | FileCheck %s --check-prefix=INITIALIZED
// RUN: not fx-clang-trace %s --root='AnyNet' '--refactor=inline-submodule<target=block>' -- 2>&1 | FileCheck %s --check-prefix=ANY
// RUN: not fx-clang-trace %s --root='NoCallNet' '--refactor=inline-submodule<target=block>' -- 2>&1 | FileCheck %s --check-prefix=NOCALL
// RUN: not fx-clang-trace %s --root='ArgumentNet' '--refactor=inline-submodule<target=block>' -- 2>&1 | FileCheck %s --check-prefix=ARGUMENT
// RUN: not fx-clang-trace %s --root='VariableNet' '--refactor=inline-submodule<target=block>' -- 2>&1 | FileCheck %s --check-prefix=VARIABLE
// RUN: not fx-clang-trace %s --root='ChildrenNet' '--refactor=inline-submodule<target=block>' -- 2>&1 | FileCheck %s --check-prefix=CHILDREN
// RUN: not fx-clang-trace %s --root='SharedNet' '--refactor=inline-submodule<target=block>' -- 2>&1 | FileCheck %s --check-prefix=SHARED
// RUN: not fx-clang-trace %s --root='MacroNet' '--refactor=inline-submodule<target=block>' -- 2>&1 | FileCheck %s --check-prefix=MACRO
// RUN: not fx-clang-trace %s --root='BehindNet' '--refactor=inline-submodule<target=block>' -- 2>&1 | FileCheck %s --check-prefix=BEHIND
// RUN: not fx-clang-trace %s --root='TemplateNet<4>' '--refactor=inline-submodule<target=block>' -- 2>&1 | FileCheck %s --check-prefix=TEMPLATE
// RUN: not fx-clang-trace %s --root='ContainerNet' '--refactor=inline-submodule<target=layers.0>' -- 2>&1 | FileCheck %s --check-prefix=CONTAINER
// LOOP: {{.*}}:45:5: error: the call of 'block' stands where other code decides whether, or how often, it runs [inline-of-a-conditional-call]
// CONDITION: {{.*}}:64:5: error: the call of 'block' stands where other code decides whether, or how often, it runs [inline-of-a-conditional-call]
// TWICE: {{.*}}:82:5: error: 'block' is called or named again here, and its statements can stand in one place [inline-of-several-calls]
// USED: {{.*}}:98:35: error: the member 'block' cannot be taken out: other code uses it [member-still-used]
// INITIALIZED: {{.*}}:116:22: error: 'block' is made or registered in a way that its members cannot be made in [inline-of-such-making]
// ANY: {{.*}}:138:24: error: 'block' is declared as torch::nn::AnyModule, and holds an object of AnyImpl [inline-of-another-type]
// NOCALL: {{.*}}:152:5: error: 'block' is not called there as a member of the model [inline-of-no-call]
// ARGUMENT: {{.*}}:174:43: error: what 'n' is given cannot stand in its place [inline-of-such-an-argument]
// VARIABLE: {{.*}}:181:5: error: the model's class has the name 'n' already, which the submodule's constructor gives a variable [inline-of-a-taken-variable]
// CHILDREN: {{.*}}:210:33: error: the class looks at its children, which would be others [children-are-others]
// SHARED: {{.*}}:233:16: error: 'block' cannot be taken into the model: it is registered at several places, or no single member holds it [inline-of-a-shared-module]
// MACRO: {{.*}}:248:5: error: 'block' is not called there as a member of the model [inline-of-no-call]
// BEHIND: {{.*}}:265:5: error: the call of 'block' stands behind another one in its statement [inline-behind-a-call]
// TEMPLATE: error: the statements of 'forward' do not stand in a file as they are [inline-into-such-a-method]
// CONTAINER: error: 'layers.0' is no submodule of a class of yours that the model itself registers [inline-of-no-own-class]

#include <torch/torch.h>

struct LoopImpl : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    x = a(x);
    return x * 2;
  }
  torch::nn::Linear a{register_module("a", torch::nn::Linear(4, 4))};
};
TORCH_MODULE(Loop);
struct LoopNet : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    for (int i = 0; i < 2; ++i)
      x = block(x);
    return fc(x);
  }
  Loop block{register_module("block", Loop())};
  torch::nn::Linear fc{register_module("fc", torch::nn::Linear(4, 2))};
};

struct ConditionImpl : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    x = a(x);
    return x * 2;
  }
  torch::nn::Linear a{register_module("a", torch::nn::Linear(4, 4))};
};
TORCH_MODULE(Condition);
struct ConditionNet : torch::nn::Module {
  bool calls = true;
  torch::Tensor forward(torch::Tensor x) {
    x = calls ? block(x) : x;
    return fc(x);
  }
  Condition block{register_module("block", Condition())};
  torch::nn::Linear fc{register_module("fc", torch::nn::Linear(4, 2))};
};

struct TwiceImpl : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    x = a(x);
    return x * 2;
  }
  torch::nn::Linear a{register_module("a", torch::nn::Linear(4, 4))};
};
TORCH_MODULE(Twice);
struct TwiceNet : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    x = block(x);
    x = block(x);
    return fc(x);
  }
  Twice block{register_module("block", Twice())};
  torch::nn::Linear fc{register_module("fc", torch::nn::Linear(4, 2))};
};

struct UsedImpl : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    x = a(x);
    return x * 2;
  }
  torch::nn::Linear a{register_module("a", torch::nn::Linear(4, 4))};
};
TORCH_MODULE(Used);
struct UsedNet : torch::nn::Module {
  torch::Tensor weight() { return block->a->weight; }
  torch::Tensor forward(torch::Tensor x) {
    x = block(x);
    return fc(x);
  }
  Used block{register_module("block", Used())};
  torch::nn::Linear fc{register_module("fc", torch::nn::Linear(4, 2))};
};

struct InitializedImpl : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    x = a(x);
    return x * 2;
  }
  torch::nn::Linear a{register_module("a", torch::nn::Linear(4, 4))};
};
TORCH_MODULE(Initialized);
struct InitializedNet : torch::nn::Module {
  InitializedNet() { torch::nn::init::zeros_(block->a->weight); }
  torch::Tensor forward(torch::Tensor x) {
    x = block(x);
    return fc(x);
  }
  Initialized block{register_module("block", Initialized())};
  torch::nn::Linear fc{register_module("fc", torch::nn::Linear(4, 2))};
};

struct AnyImpl : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    x = a(x);
    return x * 2;
  }
  torch::nn::Linear a{register_module("a", torch::nn::Linear(4, 4))};
};
TORCH_MODULE(Any);
struct AnyNet : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    x = block.forward(x);
    return fc(x);
  }
  torch::nn::AnyModule block{register_module("block", Any())};
  torch::nn::Linear fc{register_module("fc", torch::nn::Linear(4, 2))};
};

struct NoCallImpl : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    x = a(x);
    return x * 2;
  }
  torch::nn::Linear a{register_module("a", torch::nn::Linear(4, 4))};
};
TORCH_MODULE(NoCall);
struct NoCallNet : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    auto& held = block;
    x = held->forward(x);
    return fc(x);
  }
  NoCall block{register_module("block", NoCall())};
  torch::nn::Linear fc{register_module("fc", torch::nn::Linear(4, 2))};
};

struct ArgumentImpl : torch::nn::Module {
  explicit ArgumentImpl(int64_t n) { a = register_module("a", torch::nn::Linear(n, n)); }
  torch::Tensor forward(torch::Tensor x) {
    x = a(x);
    return x * 2;
  }
  torch::nn::Linear a{nullptr};
};
TORCH_MODULE(Argument);
struct ArgumentNet : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    x = block(x);
    return fc(x);
  }
  Argument block{register_module("block", Argument(2 + 2))};
  torch::nn::Linear fc{register_module("fc", torch::nn::Linear(4, 2))};
};

struct VariableImpl : torch::nn::Module {
  explicit VariableImpl(int64_t n) {
    a = register_module("a", torch::nn::Linear(n, n));
    for (int64_t n = 0; n < 1; ++n)
      torch::nn::init::zeros_(a->bias);
  }
  torch::Tensor forward(torch::Tensor x) {
    x = a(x);
    return x * 2;
  }
  torch::nn::Linear a{nullptr};
};
TORCH_MODULE(Variable);
struct VariableNet : torch::nn::Module {
  explicit VariableNet(int64_t width = 4) { block = register_module("block", Variable(width)); }
  torch::Tensor forward(torch::Tensor x) {
    x = block(x);
    return fc(x);
  }
  Variable block{nullptr};
  torch::nn::Linear fc{register_module("fc", torch::nn::Linear(4, 2))};
};

struct ChildrenImpl : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    x = a(x);
    return x * 2;
  }
  torch::nn::Linear a{register_module("a", torch::nn::Linear(4, 4))};
};
TORCH_MODULE(Children);
struct ChildrenNet : torch::nn::Module {
  size_t count() { return named_children().size(); }
  torch::Tensor forward(torch::Tensor x) {
    x = block(x);
    return fc(x);
  }
  Children block{register_module("block", Children())};
  torch::nn::Linear fc{register_module("fc", torch::nn::Linear(4, 2))};
};

struct SharedImpl : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    x = a(x);
    return x * 2;
  }
  torch::nn::Linear a{register_module("a", torch::nn::Linear(4, 4))};
};
TORCH_MODULE(Shared);
struct SharedNet : torch::nn::Module {
  SharedNet() { register_module("again", block); }
  torch::Tensor forward(torch::Tensor x) {
    x = block(x);
    return fc(x);
  }
  Shared block{register_module("block", Shared())};
  torch::nn::Linear fc{register_module("fc", torch::nn::Linear(4, 2))};
};

#define CALL(module, x) x = module(x)
struct MacroImpl : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    x = a(x);
    return x * 2;
  }
  torch::nn::Linear a{register_module("a", torch::nn::Linear(4, 4))};
};
TORCH_MODULE(Macro);
struct MacroNet : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    CALL(block, x);
    return fc(x);
  }
  Macro block{register_module("block", Macro())};
  torch::nn::Linear fc{register_module("fc", torch::nn::Linear(4, 2))};
};

struct BehindImpl : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    x = a(x);
    return x * 2;
  }
  torch::nn::Linear a{register_module("a", torch::nn::Linear(4, 4))};
};
TORCH_MODULE(Behind);
struct BehindNet : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    x = x.relu_().mul(block(x));
    return fc(x);
  }
  Behind block{register_module("block", Behind())};
  torch::nn::Linear fc{register_module("fc", torch::nn::Linear(4, 2))};
};

struct TemplateImpl : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    x = a(x);
    return x * 2;
  }
  torch::nn::Linear a{register_module("a", torch::nn::Linear(4, 4))};
};
TORCH_MODULE(Template);
template <int64_t n>
struct TemplateNet : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    x = block(x);
    return fc(x);
  }
  Template block{register_module("block", Template())};
  torch::nn::Linear fc{register_module("fc", torch::nn::Linear(4, 2))};
};

struct ContainerNet : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) { return layers->forward(x); }
  torch::nn::Sequential layers{register_module("layers", torch::nn::Sequential(Used()))};
};
