// A module that is copied shares the submodules and has members of its own; one that is assigned from
// a temporary takes over what that registered.
// RUN: fx-clang-trace %s --root=Copied -- 2>/dev/null | FileCheck %s --check-prefix=COPIED
// RUN: fx-clang-trace %s --root=Assigned -- 2>/dev/null | FileCheck %s --check-prefix=ASSIGNED
// RUN: not fx-clang-trace %s --root=Late -- 2>&1 | FileCheck %s --check-prefix=LATE
#include <torch/torch.h>

struct BlockImpl : torch::nn::Module {
  BlockImpl() = default;
  explicit BlockImpl(int64_t width) : fc(register_module("fc", torch::nn::Linear(width, width))) {
    gain = register_parameter("gain", torch::ones({width}));
    scale = 2;
  }
  torch::Tensor forward(torch::Tensor x) { return fc->forward(x) * gain * scale; }
  torch::nn::Linear fc{nullptr};
  torch::Tensor gain;
  double scale = 1;
};

struct CopiedImpl : torch::nn::Module {
  CopiedImpl() : a(4), b(a) { b.scale = 3; }
  torch::Tensor forward(torch::Tensor x) { return a.forward(x) + b.forward(x); }
  BlockImpl a, b;
};
TORCH_MODULE(Copied);
// COPIED: a: unregistered BlockImpl
// COPIED: fc: torch::nn::Linear
// COPIED: b: unregistered BlockImpl
// COPIED: fc: alias of a.fc
// COPIED: call_module[target=a.fc]
// COPIED: operator.mul](args = (%mul, 2.0)
// COPIED: call_module[target=a.fc]
// COPIED: operator.mul](args = (%mul_2, 3.0)

struct AssignedImpl : torch::nn::Module {
  AssignedImpl() { block = BlockImpl(4); }
  torch::Tensor forward(torch::Tensor x) { return block.forward(x); }
  BlockImpl block;
};
TORCH_MODULE(Assigned);
// ASSIGNED: block: unregistered BlockImpl
// ASSIGNED: parameter gain = %ones
// ASSIGNED: fc: torch::nn::Linear
// ASSIGNED: call_module[target=block.fc]
// ASSIGNED: get_attr[target=block.gain]
// ASSIGNED: operator.mul](args = (%mul, 2.0)

struct LateImpl : torch::nn::Module {
  LateImpl() : a(4), b(8) {}
  torch::Tensor forward(torch::Tensor x) {
    // LATE: :[[#@LINE+1]]:{{.*}} error: assigning one module to another in forward is not supported yet
    a = b;
    return a.forward(x);
  }
  BlockImpl a, b;
};
TORCH_MODULE(Late);
