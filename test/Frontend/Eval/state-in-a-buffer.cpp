// A tensor that forward replaces and a later call reads becomes a buffer that is not saved, where the
// new value is known to have its shape and type and to share no memory with anything else.
// RUN: fx-clang-trace %s --root=Decays -- 2>&1 | FileCheck %s
// RUN: fx-clang-trace %s --root=Decays --emit=python -- 2>/dev/null | FileCheck %s --check-prefix=PYTHON
// RUN: not fx-clang-trace %s --root=Recurrent -- 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// RUN: not fx-clang-trace %s --root=Registered -- 2>&1 | FileCheck %s --check-prefix=REGISTERED
// RUN: fx-clang-trace %s --root=Elementwise -- 2>&1 | FileCheck %s --check-prefix=ELEMENTWISE
// RUN: not fx-clang-trace %s --root=Compared -- 2>&1 | FileCheck %s --check-prefix=OTHER
// RUN: not fx-clang-trace %s --root=Summed -- 2>&1 | FileCheck %s --check-prefix=OTHER
// RUN: fx-clang-trace %s --root=ReadsOld -- 2>&1 | FileCheck %s --check-prefix=RETURNED
#include <torch/torch.h>

struct Decays : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    auto y = x * scale;
    // CHECK: state-in-a-buffer.cpp:[[@LINE+1]]:{{[0-9]+}}: remark: forward changes the member 'scale', and a later call reads it: the graph keeps it in the buffer 'scale', which is in no state dict
    scale = scale * 0.5;
    return y;
  }
  torch::Tensor scale = torch::ones({3});
};
// CHECK: buffer scale = %ones {persistent = False}
// CHECK: %scale : {{.*}}get_attr[target=scale]
// CHECK-NEXT: %[[OLD:[a-z_0-9]+]] : {{.*}}call_method[target=clone](args = (%scale,)
// CHECK: operator.mul](args = (%x, %[[OLD]])
// CHECK: %[[NEW:[a-z_0-9]+]] : {{.*}}operator.mul](args = (%[[OLD]], 0.5)
// CHECK-NEXT: call_method[target=detach_](args = (%scale,)
// CHECK-NEXT: call_method[target=copy_](args = (%scale, %[[NEW]])
// PYTHON: register_buffer("scale", {{.*}}, persistent=False)

struct Recurrent : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    // UNKNOWN: :[[@LINE+1]]:{{[0-9]+}}: error: forward changes the member 'hidden' here, and a later call reads it
    hidden = torch::tanh(x + hidden);
    // UNKNOWN: note: the graph cannot keep it in a buffer of its own: it is not known that the new value has the shape and the type of the old one; give an example of the inputs (--input)
    return hidden;
  }
  torch::Tensor hidden = torch::zeros({2, 4});
};

struct Registered : torch::nn::Module {
  Registered() { peak = register_buffer("peak", torch::zeros({3})); }
  torch::Tensor forward(torch::Tensor x) {
    // REGISTERED: :[[@LINE+1]]:{{[0-9]+}}: error: forward replaces a registered tensor
    peak = peak * 0.5;
    return x / (peak + 1);
  }
  torch::Tensor peak;
};

// LibTorch's schemas tell which operators compute element by element.
struct Elementwise : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    level = torch::lerp(level, torch::gelu(level), 0.5).clamp_min(0.1).pow(2);
    level = (1 / level).add_(1).mul_(2);
    level = 2 - torch::nan_to_num(level);
    return x * level;
  }
  torch::Tensor level = torch::full({3}, 0.5, torch::kDouble);
};
// ELEMENTWISE: remark: forward changes the member 'level', and a later call reads it: the graph keeps it

// OTHER: note: the graph cannot keep it in a buffer of its own: it is not known that the new value has the shape and the type of the old one
struct Compared : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    auto y = x * hidden;
    hidden = hidden > 0.5;
    return y;
  }
  torch::Tensor hidden = torch::zeros({2, 4});
};

struct Summed : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    auto y = x * hidden;
    hidden = hidden.cumsum(0, torch::kDouble);
    return y;
  }
  torch::Tensor hidden = torch::zeros({2, 4});
};

// What is returned of the old state is a copy, which the end of the call does not change.
struct ReadsOld : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    auto before = level;
    level = level + 1;
    // RETURNED: %[[OLD:[a-z_0-9]+]] : {{.*}}call_method[target=clone]
    // RETURNED: return %[[OLD]]
    return before;
  }
  torch::Tensor level = torch::ones({3});
};
