// A model that asks for CUDA is traced as on a machine without it, with a remark, once.
// RUN: fx-clang-trace %s -- 2>&1 | FileCheck %s
// RUN: fx-clang-trace %s --assume='torch::cuda::is_available()=true' -- 2>&1 \
// RUN:   | FileCheck %s --check-prefix=THERE
#include <torch/torch.h>
struct Net : torch::nn::Module {
  torch::Device device{torch::kCPU};
  Net() {
    // CHECK: [[@LINE+2]]:9: remark: traced as on a machine without CUDA
    // CHECK-SAME: --assume='torch::cuda::is_available()=true' traces that
    if (torch::cuda::is_available()) device = torch::Device(torch::kCUDA);
  }
  // CHECK-NOT: without CUDA
  // CHECK: call_method[target=to](args = (%x,), kwargs = {device: device("cpu")}
  // THERE: call_method[target=to](args = (%x,), kwargs = {device: device("cuda")}
  torch::Tensor forward(torch::Tensor x) {
    return x.to(device) * (torch::cuda::is_available() ? 2 : 3);
  }
};
