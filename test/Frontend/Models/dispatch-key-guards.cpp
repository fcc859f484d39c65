// Guards of the dispatcher are errors but for autocast's key, which is switched off while the guard lives.
// RUN: fx-clang-trace %s --root=Net -- | FileCheck %s
// RUN: not fx-clang-trace %s --root=Key -- 2>&1 | FileCheck %s --check-prefix=KEY
// RUN: not fx-clang-trace %s --root=Below -- 2>&1 | FileCheck %s --check-prefix=BELOW
#include <ATen/core/LegacyTypeDispatch.h>
#include <torch/torch.h>

struct Net : torch::nn::Module {
  // CHECK: %autocast : {{.*}}call_function[target=torch.autocast](args = ("cpu", None, False)
  // CHECK-NEXT: call_method[target=__enter__](args = (%autocast,)
  // CHECK-NEXT: %mm : {{.*}}call_function[target=torch.mm](args = (%x, %x)
  // CHECK-NEXT: call_method[target=__exit__](args = (%autocast, None, None, None)
  // CHECK-NEXT: call_function[target=torch.mm](args = (%mm, %x)
  torch::Tensor forward(torch::Tensor x) {
    torch::Tensor y;
    {
      c10::impl::ExcludeDispatchKeyGuard guard(c10::DispatchKey::AutocastCPU);
      y = torch::mm(x, x);
    }
    return torch::mm(y, x);
  }
};

struct Key : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    // KEY: :[[#@LINE+1]]:{{[0-9]+}}: error: a graph has no dispatch keys, but for c10::DispatchKey::AutocastCPU
    c10::impl::ExcludeDispatchKeyGuard guard(c10::DispatchKey::Autograd);
    return torch::mm(x, x);
  }
};

struct Below : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    // BELOW: :[[#@LINE+1]]:{{[0-9]+}}: error: a graph does not hold the mode of computing that a 'AutoDispatchBelowADInplaceOrView' is
    at::AutoDispatchBelowADInplaceOrView guard;
    return torch::mm(x, x);
  }
};
