// What the tracer does not know of autocast and the keys that switch it off.
// RUN: not fx-clang-trace %s -- 2>&1 | FileCheck %s --implicit-check-not=error:
#include <torch/torch.h>

#include <ATen/autocast_mode.h>

using torch::Tensor;

struct KeyOfARun : torch::nn::Module {
  Tensor forward(Tensor x, bool off) {
    // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: a dispatch key that is excluded or not as only a run of the model tells; use at::autocast::set_enabled or set_cpu_enabled, is not supported yet [dispatch-key-of-a-run]
    c10::impl::tls_set_dispatch_key_excluded(c10::DispatchKey::AutocastCPU, off);
    return x.mm(x);
  }
};

// CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: autocast that is switched on while an ExcludeDispatchKeyGuard keeps it off is not supported yet [autocast-under-an-exclude-guard]
struct UnderAGuard : torch::nn::Module {
  Tensor forward(Tensor x, bool on) {
    at::autocast::set_cpu_enabled(on);
    {
      c10::impl::ExcludeDispatchKeyGuard guard(c10::DispatchKey::AutocastCPU);
      at::autocast::set_cpu_enabled(true);
      x = x.mm(x);
    }
    at::autocast::set_cpu_enabled(false);
    return x;
  }
};
