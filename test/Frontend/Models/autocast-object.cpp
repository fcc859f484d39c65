// What a class of the user's does with at::autocast in its constructor and destructor is a mode that the graph enters and leaves.
// RUN: fx-clang-trace %s -- | FileCheck %s
#include <ATen/autocast_mode.h>
#include <torch/torch.h>

#include "../../Soundness/Inputs/Autocast.h"

// CHECK: %x : {{.*}}placeholder[target=x]
// CHECK-NEXT: %autocast : {{.*}}call_function[target=torch.autocast](args = ("cpu", torch.bfloat16, True)
// CHECK-NEXT: call_method[target=__enter__](args = (%autocast,)
// CHECK-NEXT: %first : {{.*}}call_module[target=first]
// CHECK-NEXT: %relu : {{.*}}call_function[target=torch.relu](args = (%first,)
// CHECK-NEXT: call_method[target=__exit__](args = (%autocast, None, None, None)
// CHECK-NEXT: %to : {{.*}}call_method[target=to](args = (%relu, torch.float32)
// CHECK-NEXT: %second : {{.*}}call_module[target=second]
struct Net : torch::nn::Module {
  torch::nn::Linear first = register_module("first", torch::nn::Linear(3, 3));
  torch::nn::Linear second = register_module("second", torch::nn::Linear(3, 3));
  torch::Tensor in_bfloat16(torch::Tensor x) {
    Autocast on;
    x = first(x);
    return torch::relu(x);
  }
  torch::Tensor forward(torch::Tensor x) { return second(in_bfloat16(x).to(torch::kFloat)); }
};
