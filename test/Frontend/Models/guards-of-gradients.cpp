// A guard in forward is entered where it is made and left where its scope ends.
// RUN: fx-clang-trace %s --root=Net -- | FileCheck %s
// RUN: not fx-clang-trace %s --root=Kept -- 2>&1 | FileCheck %s --check-prefix=KEPT
#include <torch/torch.h>

#include <memory>

struct Net : torch::nn::Module {
  torch::nn::Linear fc{3, 3};
  Net() { register_module("fc", fc); }
  torch::Tensor quiet(torch::Tensor x) {
    torch::AutoGradMode mode(false);
    return fc(x);
  }
  torch::Tensor forward(torch::Tensor x) {
    {
      // CHECK: %no_grad : {{.*}}call_function[target=torch.no_grad](args = ()
      // CHECK: call_method[target=__enter__](args = (%no_grad,)
      torch::NoGradGuard guard;
      // CHECK: %sin : {{.*}}call_method[target=sin](args = (%x,)
      x = x.sin();
      // CHECK: call_method[target=__exit__](args = (%no_grad, None, None, None)
    }
    // CHECK: %[[MODE:[a-z_0-9]+]] : {{.*}}call_function[target=torch.set_grad_enabled](args = (False,)
    // CHECK: call_module[target=fc](args = (%sin,)
    // CHECK: call_method[target=__exit__](args = (%[[MODE]], None, None, None)
    return quiet(x);
  }
};

struct Kept : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    // KEPT: :[[#@LINE+1]]:{{[0-9]+}}: error: this mode of computing outlives the call of forward
    auto* guard = new torch::NoGradGuard();
    (void)guard;
    return x * 2;
  }
};
