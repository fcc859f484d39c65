// Where the program does not empty the cache of autocast, the graph does not do so either.
// RUN: fx-clang-trace %s -- | FileCheck %s
#include <ATen/autocast_mode.h>
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::nn::Linear fc = register_module("fc", torch::nn::Linear(3, 3));
  torch::Tensor forward(torch::Tensor x) {
    // CHECK: call_method[target=__enter__](args = (%autocast,)
    // CHECK-NEXT: %fc : {{.*}}call_module[target=fc]
    // CHECK-NEXT: call_function[target=torch.autocast_increment_nesting](args = ()
    // CHECK-NEXT: call_method[target=__exit__](args = (%autocast, None, None, None)
    // CHECK-NEXT: call_function[target=torch.autocast_decrement_nesting](args = ()
    at::autocast::set_cpu_enabled(true);
    auto y = fc(x);
    at::autocast::set_cpu_enabled(false);
    // CHECK-NEXT: call_function[target=torch.set_autocast_cpu_enabled](args = (False,)
    // CHECK-NEXT: call_method[target=to](args = (%fc, torch.float32)
    y = y.to(torch::kFloat);
    // CHECK-NEXT: %autocast_1 : {{.*}}call_function[target=torch.autocast](args = ("cpu", None, True)
    // CHECK-NEXT: call_method[target=__enter__](args = (%autocast_1,)
    // CHECK-NEXT: %fc_1 : {{.*}}call_module[target=fc]
    at::autocast::set_cpu_enabled(true);
    auto z = fc(x);
    // CHECK-NEXT: call_method[target=__exit__](args = (%autocast_1, None, None, None)
    // CHECK-NEXT: call_function[target=operator.add](args = (%to, %fc_1)
    at::autocast::clear_cache();
    at::autocast::set_cpu_enabled(false);
    return y + z;
  }
};
