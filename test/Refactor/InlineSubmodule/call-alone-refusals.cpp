// Calls that are not written out, though the modules would stay where they are.
// RUN: not fx-clang-trace %s --root=Net '--refactor=inline-submodule<target=a;call>,inline-submodule<target=b;call>' -- 2>&1 | FileCheck %s --check-prefix=TWO
// RUN: not fx-clang-trace %s --root=Net '--refactor=inline-submodule<target=a;call>,inline-submodule<target=b>' -- 2>&1 | FileCheck %s --check-prefix=TWO
// RUN: not fx-clang-trace %s --root=Net '--refactor=inline-submodule<target=derived;call>' -- 2>&1 | FileCheck %s --check-prefix=DERIVED
// RUN: not fx-clang-trace %s --root=Net '--refactor=inline-submodule<target=s;call>' -- 2>&1 | FileCheck %s --check-prefix=STATIC
// RUN: not fx-clang-trace %s --root=Net '--refactor=inline-submodule<target=twice;call>' -- 2>&1 | FileCheck %s --check-prefix=TWICE
// RUN: not fx-clang-trace %s --root=Net '--refactor=inline-submodule<target=perhaps;call>' -- 2>&1 | FileCheck %s --check-prefix=PERHAPS

#include <torch/torch.h>

struct BlockImpl : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) { return fc(x); }
  torch::nn::Linear fc{register_module("fc", torch::nn::Linear(4, 4))};
};
TORCH_MODULE(Block);

// Not virtual: who holds a BlockImpl calls that of BlockImpl.
struct DerivedImpl : BlockImpl {
  torch::Tensor forward(torch::Tensor x) { return more(fc(x)); }
  torch::nn::Linear more{register_module("more", torch::nn::Linear(4, 4))};
};

struct StaticImpl : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    x = fc(x);
    // STATIC: call-alone-refusals.cpp:[[@LINE+1]]:{{[0-9]+}}: error: the submodule cannot be taken into the model: 'calls' is of its class [inline-of-another-name]
    ++calls;
    return x;
  }
  torch::nn::Linear fc{register_module("fc", torch::nn::Linear(4, 4))};
  inline static int64_t calls = 0;
};
TORCH_MODULE(Static);

struct Net : torch::nn::Module {
  Net() {
    register_module("a", a);
    // TWO: call-alone-refusals.cpp:[[@LINE+2]]:5: error: 'b' cannot be taken into the model together with 'a' [inline-of-another-too]
    // TWO: note: one after the other, each in a run of its own
    register_module("b", b);
    register_module("s", s);
    register_module("twice", twice);
    register_module("perhaps", perhaps);
    register_module("derived", derived);
  }
  torch::Tensor forward(torch::Tensor x) {
    x = b(a(x));
    x = derived->forward(s(x));
    // TWICE: call-alone-refusals.cpp:[[@LINE+2]]:5: error: 'twice' is called or named again here, and its statements can stand in one place [inline-of-several-calls]
    x = twice(x);
    x = twice(x);
    // PERHAPS: call-alone-refusals.cpp:[[@LINE+1]]:5: error: the call of 'perhaps' stands where other code decides whether, or how often, it runs [inline-of-a-conditional-call]
    if (is_used) x = perhaps(x);
    return x;
  }
  bool is_used = true;
  Block a, b, twice, perhaps;
  Static s;
  // DERIVED: call-alone-refusals.cpp:[[@LINE+1]]:{{[0-9]+}}: error: 'derived' is declared as std::shared_ptr<BlockImpl>, and holds an object of DerivedImpl [inline-of-another-type]
  std::shared_ptr<BlockImpl> derived = std::make_shared<DerivedImpl>();
};
