// What the program reads of options: values that were set, and LibTorch's own defaults.
// RUN: fx-clang-trace %s -- | FileCheck %s
#include <torch/torch.h>
struct Net : torch::nn::Module {
  Net() {
    torch::nn::Conv2dOptions options(3, 8, 3);
    torch::nn::Conv2dOptions other = options.stride(2);
    other = torch::nn::Conv2dOptions(3, 8, 5);
    if (options.bias() && !(options.stride()->at(1) == 1) && options.groups() == 1)
      register_module("conv", torch::nn::Conv2d(other));
    torch::nn::Linear plain(torch::nn::LinearOptions(2, 2).bias(false));
    if (!plain->bias.defined() && plain->weight.defined()) register_module("plain", plain);
    const auto tensor_options = torch::TensorOptions().dtype(torch::kHalf);
    const torch::Device device("cuda:1");
    if (tensor_options.device().is_cpu() && device.is_cuda() && device.index() == 1)
      register_buffer("mask", torch::zeros({2}, tensor_options.dtype()));
    TORCH_WARN_ONCE("weights are random");
  }
  torch::Tensor forward(torch::Tensor x) { return x; }
};
// CHECK: buffer mask
// CHECK: conv: torch::nn::Conv2d(in_channels = 3, out_channels = 8, kernel_size = 5)
// CHECK: plain: torch::nn::Linear(in_features = 2, out_features = 2) {bias = False}
// CHECK: torch.zeros{{.*}}torch.float16
