// Operands of an operation match by their parameters: options of a module, its tensors, defaults.
// RUN: rm -rf %t && split-file %s %t
// RUN: fx-clang-trace %t/net.cpp --rules=%t/rules.cpp -- 2>&1 | FileCheck %t/net.cpp

//--- rules.cpp
#include <torch/torch.h>
namespace no_dropout {
torch::Tensor pattern(torch::Tensor x, double p) {
  return torch::dropout(x, p, false);
}
bool condition(double p) {
  return p > 0.1;
}
torch::Tensor replacement(torch::Tensor x) {
  return x;
}
} // namespace no_dropout
namespace as_convolution {
torch::Tensor pattern(torch::Tensor x, torch::Tensor weight, torch::Tensor bias,
                      std::vector<int64_t> stride, std::vector<int64_t> padding) {
  return torch::conv2d(x, weight, bias, stride, padding);
}
torch::Tensor replacement(torch::Tensor x, torch::Tensor weight, torch::Tensor bias,
                          std::vector<int64_t> stride, std::vector<int64_t> padding) {
  return torch::convolution(x, weight, bias, stride, padding, {1, 1}, false, {0, 0}, 1);
}
} // namespace as_convolution
namespace spelled_out {
torch::Tensor pattern(torch::Tensor x, torch::Tensor weight, torch::Tensor bias, torch::Tensor mean,
                      torch::Tensor var, double momentum, double eps) {
  return torch::batch_norm(x, weight, bias, mean, var, false, momentum, eps, true);
}
torch::Tensor replacement(torch::Tensor x, torch::Tensor mean, torch::Tensor var, double eps) {
  return (x - mean) / torch::sqrt(var + eps);
}
} // namespace spelled_out
namespace steeper {
torch::Tensor pattern(torch::Tensor x, double slope) {
  return torch::leaky_relu(x, slope);
}
torch::Tensor replacement(torch::Tensor x, double slope) {
  return torch::where(x > 0, x, x * slope);
}
} // namespace steeper

//--- net.cpp
#include <torch/torch.h>
namespace F = torch::nn::functional;
struct NetImpl : torch::nn::Module {
  NetImpl() {
    register_module("conv", conv);
    register_module("dilated", dilated);
    register_module("norm", norm);
    register_module("dropout", dropout);
    register_module("little", little);
    register_module("leaky", leaky);
  }
  torch::Tensor forward(torch::Tensor x) {
    x = conv(x);
    x = dilated(x);
    x = norm(x);
    x = dropout(x);
    x = F::dropout(x, F::DropoutFuncOptions().p(0.3).training(is_training()));
    x = little(x);
    return leaky(x);
  }
  torch::nn::Conv2d conv{torch::nn::Conv2dOptions(3, 8, 3).padding(1)};
  torch::nn::Conv2d dilated{torch::nn::Conv2dOptions(8, 8, 3).dilation(2)};
  torch::nn::BatchNorm2d norm{torch::nn::BatchNorm2dOptions(8).eps(0.01)};
  torch::nn::Dropout dropout{0.2}, little{0.05};
  torch::nn::LeakyReLU leaky;
};
TORCH_MODULE(Net);
// CHECK: rule 'no_dropout' applied in 2 places: 1 of torch.nn.functional.dropout, 1 of torch::nn::Dropout
// CHECK: rule 'as_convolution' applied in 1 place: 1 of torch::nn::Conv2d
// CHECK: rule 'spelled_out' applied in 1 place: 1 of torch::nn::BatchNorm2d
// CHECK: rule 'steeper' applied in 1 place: 1 of torch::nn::LeakyReLU
// CHECK: {{^}}graph():
// CHECK: %conv_weight : {{.*}}get_attr[target=conv.weight]
// CHECK: torch.convolution](args = (%x, %conv_weight, %conv_bias, [1, 1], [1, 1],
// CHECK: call_module[target=dilated]
// CHECK: get_attr[target=norm.running_mean]
// CHECK: operator.add](args = (%norm_running_var, 0.01)
// CHECK-NOT: target=dropout
// CHECK: call_module[target=little]
// CHECK: operator.mul](args = (%little, 0.01)
// In training a batch norm and a dropout are other operations.
// CHECK: training graph():
// CHECK: call_module[target=norm]
// CHECK: call_module[target=dropout]
