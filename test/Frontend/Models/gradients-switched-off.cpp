// A constructor may switch gradients off while it fills weights: what it leaves is what forward
// finds, and a guard puts back what held before.
// RUN: fx-clang-trace %s --root=Filled -- | FileCheck %s
// RUN: fx-clang-trace %s --root=PutBack -- | FileCheck %s
// RUN: not fx-clang-trace %s --root=Left -- 2>&1 | FileCheck %s --check-prefix=LEFT
// RUN: not fx-clang-trace %s --root=Guarded -- 2>&1 | FileCheck %s --check-prefix=GUARDED
// RUN: not fx-clang-trace %s --root=Member -- 2>&1 | FileCheck %s --check-prefix=MEMBER
// RUN: not fx-clang-trace %s --root=InForward -- 2>&1 | FileCheck %s --check-prefix=FORWARD
#include <torch/torch.h>

struct Base : torch::nn::Module {
  torch::nn::Linear fc{nullptr};
  Base() { fc = register_module("fc", torch::nn::Linear(4, 4)); }
  torch::Tensor forward(torch::Tensor x) { return fc(x); }
};

// CHECK: call_module[target=fc](args = (%x,)
struct Filled : Base {
  Filled() {
    torch::autograd::GradMode::set_enabled(false);
    fc->weight.fill_(0.5);
    torch::autograd::GradMode::set_enabled(true);
  }
};

struct PutBack : Base {
  PutBack() {
    const bool before = torch::GradMode::is_enabled();
    torch::GradMode::set_enabled(!before);
    {
      torch::AutoGradMode mode(true);
      torch::NoGradGuard none;
      torch::GradMode::set_enabled(true);
    }
    try {
      torch::NoGradGuard none;
      throw 1;
    } catch (int) {
    }
    if (!torch::GradMode::is_enabled()) torch::GradMode::set_enabled(before);
  }
};

struct Left : Base {
  // LEFT: :[[@LINE+1]]:{{[0-9]+}}: error: the constructor ends with gradients switched off
  Left() { torch::GradMode::set_enabled(false); }
};

struct Guarded : Base {
  Guarded() {
    // GUARDED: :[[@LINE+1]]:{{[0-9]+}}: error: the constructor ends with gradients switched off
    torch::GradMode::set_enabled(false);
    torch::NoGradGuard none;
    torch::GradMode::set_enabled(true);
  }
};

// MEMBER: :[[@LINE+1]]:{{[0-9]+}}: error: the constructor ends with gradients switched off
struct Member : Base {
  torch::NoGradGuard guard;
};

struct InForward : Base {
  torch::Tensor forward(torch::Tensor x) {
    // FORWARD: :[[@LINE+1]]:{{[0-9]+}}: error: 'set_enabled' changes what operators do from here on
    torch::GradMode::set_enabled(false);
    return fc(x);
  }
};
