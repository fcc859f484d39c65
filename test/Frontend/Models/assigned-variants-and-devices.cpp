// An option that is a variant, a device and a Scalar are what is assigned to them, through a
// getter's reference or a member.
// RUN: fx-clang-trace %s --root='Net(2, torch::kCPU)' -- | FileCheck %s
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::nn::Conv2d conv{nullptr}, same{nullptr};
  torch::nn::RNN rnn{nullptr};
  torch::Device device{"cuda"};
  torch::Scalar factor = 1.5;
  Net(int64_t padding, torch::Device where) {
    auto options = torch::nn::Conv2dOptions(3, 4, 3);
    options.padding() = padding;
    options.padding_mode() = torch::kReflect;
    // CHECK: conv: torch::nn::Conv2d(in_channels = 3, out_channels = 4, kernel_size = 3) {padding = 2, padding_mode = "reflect"}
    conv = register_module("conv", torch::nn::Conv2d(options));
    auto other = torch::nn::Conv2dOptions(3, 4, 3);
    other.padding() = torch::kSame;
    options.padding() = other.padding();
    other.padding() = 1;
    // CHECK: same: torch::nn::Conv2d({{.*}}{padding = "same", padding_mode = "reflect"}
    same = register_module("same", torch::nn::Conv2d(options));
    torch::nn::RNNOptions recurrent(3, 4);
    recurrent.nonlinearity() = torch::kReLU;
    // CHECK: rnn: torch::nn::RNN({{.*}}{nonlinearity = "relu"}
    rnn = register_module("rnn", torch::nn::RNN(recurrent));
    device = where;
    factor = 3;
  }
  torch::Tensor forward(torch::Tensor x) {
    // CHECK: call_method[target=to](args = (%x,), kwargs = {device: device("cpu")}
    // CHECK: operator.mul](args = ({{.*}}, 3)
    return x.to(device) * factor;
  }
};
