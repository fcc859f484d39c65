// Submodules whose class has more than modules and one forward.
// RUN: not fx-clang-trace %s --root='EarlyNet' '--refactor=inline-submodule<target=block>' -- 2>&1 | FileCheck %s --check-prefix=EARLY
// RUN: not fx-clang-trace %s --root='MethodNet' '--refactor=inline-submodule<target=block>' -- 2>&1 | FileCheck %s --check-prefix=METHOD
// RUN: not fx-clang-trace %s --root='StateNet' '--refactor=inline-submodule<target=block>' -- 2>&1 | FileCheck %s --check-prefix=STATE
// RUN: not fx-clang-trace %s --root='GuardNet' '--refactor=inline-submodule<target=block>' -- 2>&1 | FileCheck %s --check-prefix=GUARD
// RUN: not fx-clang-trace %s --root='InferenceNet' '--refactor=inline-submodule<target=block>' -- 2>&1 | FileCheck %s --check-prefix=INFERENCE
// RUN: not fx-clang-trace %s --root='VirtualNet' '--refactor=inline-submodule<target=block>' -- 2>&1 | FileCheck %s --check-prefix=VIRTUAL
// RUN: not fx-clang-trace %s --root='DerivedNet' '--refactor=inline-submodule<target=block>' -- 2>&1 | FileCheck %s --check-prefix=DERIVED
// RUN: not fx-clang-trace %s --root='OverridesNet' '--refactor=inline-submodule<target=block>' -- 2>&1 | FileCheck %s --check-prefix=OVERRIDES
// RUN: not fx-clang-trace %s --root='TensorNet' '--refactor=inline-submodule<target=block>' -- 2>&1 | FileCheck %s --check-prefix=TENSOR
// RUN: not fx-clang-trace %s --root='ResultNet' '--refactor=inline-submodule<target=block>' -- 2>&1 | FileCheck %s --check-prefix=RESULT
// RUN: not fx-clang-trace %s --root='ConfiguredNet' '--refactor=inline-submodule<target=block>' -- 2>&1 | FileCheck %s --check-prefix=DIRECTIVE
// RUN: not fx-clang-trace %s --root='ConstructorsNet' '--refactor=inline-submodule<target=block>' -- 2>&1 | FileCheck %s --check-prefix=CONSTRUCTORS
// RUN: not fx-clang-trace %s --root='ConstructorsNet' '--refactor=inline-submodule<target=blocks>' -- 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// EARLY: {{.*}}:33:5: error: 'block' cannot be taken into the model: it returns before the end, perhaps [inline-of-an-early-return]
// METHOD: {{.*}}:50:44: error: the submodule cannot be taken into the model: 'half' is of its class [inline-of-another-name]
// STATE: {{.*}}:64:11: error: the submodule cannot be taken into the model: 'factor' is of its class [inline-of-another-name]
// GUARD: {{.*}}:80:5: error: 'guard' in forward cannot become a variable of the model's: it is a torch::NoGradGuard, which would live longer [inline-of-a-guard]
// INFERENCE: {{.*}}:209:5: error: 'guard' in forward cannot become a variable of the model's: it is a c10::InferenceMode, which would live longer [inline-of-a-guard]
// VIRTUAL: {{.*}}:105:17: error: 'block' cannot be taken into the model: its class, or the model's, cannot be read as one [inline-of-such-a-class]
// DERIVED: {{.*}}:122:17: error: 'block' cannot be taken into the model: its class derives from 'Base' [inline-of-a-derived-class]
// OVERRIDES: {{.*}}:137:19: error: 'block' cannot be taken into the model: its class has a method 'train', which LibTorch calls [inline-of-an-override]
// TENSOR: {{.*}}:152:16: error: 'block' cannot be taken into the model: it has a parameter or buffer 'w' of its own [inline-of-a-tensor]
// RESULT: {{.*}}:157:3: error: the result of forward of 'block' cannot stand in the place of the call [inline-of-such-a-result]
// DIRECTIVE: {{.*}}:172:1: error: a directive of the preprocessor stands among the code that is to move [moved-around-a-directive]
// CONSTRUCTORS: {{.*}}:189:45: error: 'ConstructorsImpl' has several constructors, or one that is not known [inline-of-several-constructors]
// UNKNOWN: error: inline-submodule needs one submodule of the model: 'blocks' is none, or --at names several [inline-of-unknown]

#include <torch/torch.h>

struct EarlyImpl : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    if (is_training()) return x;
    return a(x);
  }
  torch::nn::Linear a{register_module("a", torch::nn::Linear(4, 4))};
};
TORCH_MODULE(Early);
struct EarlyNet : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    x = block(x);
    return fc(x);
  }
  Early block{register_module("block", Early())};
  torch::nn::Linear fc{register_module("fc", torch::nn::Linear(4, 2))};
};

struct MethodImpl : torch::nn::Module {
  torch::Tensor half(torch::Tensor x) { return x / 2; }
  torch::Tensor forward(torch::Tensor x) { return half(a(x)); }
  torch::nn::Linear a{register_module("a", torch::nn::Linear(4, 4))};
};
TORCH_MODULE(Method);
struct MethodNet : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    x = block(x);
    return fc(x);
  }
  Method block{register_module("block", Method())};
  torch::nn::Linear fc{register_module("fc", torch::nn::Linear(4, 2))};
};

struct StateImpl : torch::nn::Module {
  int64_t factor = 2;
  torch::Tensor forward(torch::Tensor x) { return a(x) * factor; }
  torch::nn::Linear a{register_module("a", torch::nn::Linear(4, 4))};
};
TORCH_MODULE(State);
struct StateNet : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    x = block(x);
    return fc(x);
  }
  State block{register_module("block", State())};
  torch::nn::Linear fc{register_module("fc", torch::nn::Linear(4, 2))};
};

struct GuardImpl : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    torch::NoGradGuard guard;
    return a(x);
  }
  torch::nn::Linear a{register_module("a", torch::nn::Linear(4, 4))};
};
TORCH_MODULE(Guard);
struct GuardNet : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    x = block(x);
    return fc(x);
  }
  Guard block{register_module("block", Guard())};
  torch::nn::Linear fc{register_module("fc", torch::nn::Linear(4, 2))};
};

struct VirtualImpl : torch::nn::Module {
  virtual torch::Tensor forward(torch::Tensor x) { return a(x); }
  torch::nn::Linear a{register_module("a", torch::nn::Linear(4, 4))};
};
TORCH_MODULE(Virtual);
struct VirtualNet : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    x = block(x);
    return fc(x);
  }
  Virtual block{register_module("block", Virtual())};
  torch::nn::Linear fc{register_module("fc", torch::nn::Linear(4, 2))};
};

struct Base : torch::nn::Module {
  int64_t known = 0;
};
struct DerivedImpl : Base {
  torch::Tensor forward(torch::Tensor x) { return a(x); }
  torch::nn::Linear a{register_module("a", torch::nn::Linear(4, 4))};
};
TORCH_MODULE(Derived);
struct DerivedNet : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    x = block(x);
    return fc(x);
  }
  Derived block{register_module("block", Derived())};
  torch::nn::Linear fc{register_module("fc", torch::nn::Linear(4, 2))};
};

struct OverridesImpl : torch::nn::Module {
  void train(bool on = true) override { torch::nn::Module::train(false && on); }
  torch::Tensor forward(torch::Tensor x) { return a(x); }
  torch::nn::Linear a{register_module("a", torch::nn::Linear(4, 4))};
};
TORCH_MODULE(Overrides);
struct OverridesNet : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    x = block(x);
    return fc(x);
  }
  Overrides block{register_module("block", Overrides())};
  torch::nn::Linear fc{register_module("fc", torch::nn::Linear(4, 2))};
};

struct TensorImpl : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) { return a(x) * w; }
  torch::Tensor w = register_parameter("w", torch::ones({4}));
  torch::nn::Linear a{register_module("a", torch::nn::Linear(4, 4))};
};
TORCH_MODULE(Tensor);
struct TensorNet : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    x = block(x);
    return fc(x);
  }
  Tensor block{register_module("block", Tensor())};
  torch::nn::Linear fc{register_module("fc", torch::nn::Linear(4, 2))};
};

struct ResultImpl : torch::nn::Module {
  double forward(torch::Tensor x) { return a(x).dim() * 0.5; }
  torch::nn::Linear a{register_module("a", torch::nn::Linear(4, 4))};
};
TORCH_MODULE(Result);
struct ResultNet : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    x = x * block(x);
    return fc(x);
  }
  Result block{register_module("block", Result())};
  torch::nn::Linear fc{register_module("fc", torch::nn::Linear(4, 2))};
};

struct ConfiguredImpl : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
#ifdef TWICE
    x = x * 2;
#endif
    return a(x);
  }
  torch::nn::Linear a{register_module("a", torch::nn::Linear(4, 4))};
};
TORCH_MODULE(Configured);
struct ConfiguredNet : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    x = block(x);
    return fc(x);
  }
  Configured block{register_module("block", Configured())};
  torch::nn::Linear fc{register_module("fc", torch::nn::Linear(4, 2))};
};

struct ConstructorsImpl : torch::nn::Module {
  ConstructorsImpl() {}
  explicit ConstructorsImpl(int64_t) {}
  torch::Tensor forward(torch::Tensor x) { return a(x); }
  torch::nn::Linear a{register_module("a", torch::nn::Linear(4, 4))};
};
TORCH_MODULE(Constructors);
struct ConstructorsNet : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    x = block(x);
    return fc(x);
  }
  Constructors block{register_module("block", Constructors())};
  torch::nn::Linear fc{register_module("fc", torch::nn::Linear(4, 2))};
};

// No such module.

struct InferenceImpl : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    c10::InferenceMode guard;
    return a(x);
  }
  torch::nn::Linear a{register_module("a", torch::nn::Linear(4, 4))};
};
TORCH_MODULE(Inference);
struct InferenceNet : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    x = block(x);
    return fc(x);
  }
  Inference block{register_module("block", Inference())};
  torch::nn::Linear fc{register_module("fc", torch::nn::Linear(4, 2))};
};
