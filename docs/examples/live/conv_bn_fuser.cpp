// Folds batch norms into the convolutions before them, which is right in evaluation.
#include "resnet18.h"

#include <torch/torch.h>

#include <fx/fx.h>

#include <chrono>
#include <iostream>
#include <string>

// Some of the pairs are hidden: in a Sequential, in a module of one's own.
struct WrappedBatchNormImpl : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) { return mod(x); }
  torch::nn::BatchNorm2d mod = register_module("mod", torch::nn::BatchNorm2d(1));
};
TORCH_MODULE(WrappedBatchNorm);

torch::nn::Conv2d conv() {
  return torch::nn::Conv2d(1, 1, 1);
}

struct MImpl : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) { return wrapped(nested->forward(conv2(bn1(conv1(x))))); }
  torch::nn::Conv2d conv1 = register_module("conv1", conv());
  torch::nn::BatchNorm2d bn1 = register_module("bn1", torch::nn::BatchNorm2d(1));
  torch::nn::Conv2d conv2 = register_module("conv2", conv());
  torch::nn::Sequential nested =
      register_module("nested", torch::nn::Sequential(torch::nn::BatchNorm2d(1), conv()));
  WrappedBatchNorm wrapped = register_module("wrapped", WrappedBatchNorm());
};
TORCH_MODULE(M);

/// The convolution that computes bn(conv(x)).
torch::nn::Conv2d fuse_conv_bn_eval(const torch::nn::Conv2dImpl& conv,
                                    const torch::nn::BatchNorm2dImpl& bn) {
  const torch::NoGradGuard no_gradients;
  const auto& options = conv.options;
  torch::nn::Conv2d fused(
      torch::nn::Conv2dOptions(options.in_channels(), options.out_channels(), options.kernel_size())
          .stride(options.stride())
          .padding(options.padding())
          .dilation(options.dilation())
          .groups(options.groups()));
  const torch::Tensor scale = bn.weight * torch::rsqrt(bn.running_var + bn.options.eps());
  fused->weight.copy_(conv.weight * scale.reshape({-1, 1, 1, 1}));
  const torch::Tensor bias = conv.bias.defined() ? conv.bias : torch::zeros_like(bn.running_mean);
  fused->bias.copy_((bias - bn.running_mean) * scale + bn.bias);
  fused->eval();
  return fused;
}

/// The model traced, for evaluation alone, and without the batch norms that follow a convolution.
template <fx::ModuleLike M>
fx::GraphModule fuse(M& model) {
  fx::GraphModule traced =
      fx::symbolic_trace(model, {.input_names = {"x"}, .modes = fx::Modes::Eval});
  fx::Graph& graph = traced->graph();
  for (fx::Node& node : graph.nodes()) {
    if (node.op() != fx::Opcode::CallModule) continue;
    fx::Node* before = node.arg(0).as_node();
    const auto* bn = traced->find_module(node.target())->as<torch::nn::BatchNorm2dImpl>();
    if (bn == nullptr || before->op() != fx::Opcode::CallModule) continue;
    const auto* conv = traced->find_module(before->target())->as<torch::nn::Conv2dImpl>();
    if (conv == nullptr || before->num_users() > 1) continue;
    // The model keeps its own convolution.
    traced->add_submodule(before->target(), fuse_conv_bn_eval(*conv, *bn).ptr());
    node.replace_all_uses_with(before);
    graph.erase_node(&node);
  }
  traced->delete_all_unused_submodules();
  graph.lint();
  return traced;
}

template <class Model>
double milliseconds_of(Model& model, const torch::Tensor& input) {
  model->forward(input);
  const auto start = std::chrono::steady_clock::now();
  for (int i = 0; i < 5; ++i)
    model->forward(input);
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start)
             .count() /
         5;
}

int main() {
  const torch::InferenceMode no_gradients;
  M model;
  for (const torch::Tensor& buffer : model->buffers()) // as if it had been trained
    if (buffer.is_floating_point()) buffer.uniform_(0.5, 2);
  model->eval();
  std::cout << fx::symbolic_trace(model, {.input_names = {"x"}})->forward_code();

  fx::GraphModule fused = fuse(model);
  std::cout << fused->forward_code();
  const torch::Tensor x = torch::randn({5, 1, 1, 1});
  TORCH_CHECK(torch::allclose(fused->forward(x), model(x), 1e-4, 1e-5));

  ResNet18 resnet;
  resnet->eval();
  fx::GraphModule fused_resnet = fuse(resnet);
  const torch::Tensor image = torch::randn({1, 3, 64, 64});
  TORCH_CHECK(torch::allclose(fused_resnet->forward(image), resnet(image), 1e-3, 1e-4));
  std::cout << "Unfused: " << milliseconds_of(resnet, image) << " ms\n"
            << "Fused:   " << milliseconds_of(fused_resnet, image) << " ms\n";
}

// Prints:
// def forward(self, x):
//     conv1 = self.conv1(x);  x = None
//     bn1 = self.bn1(conv1);  conv1 = None
//     conv2 = self.conv2(bn1);  bn1 = None
//     nested_0 = getattr(self.nested, "0")(conv2);  conv2 = None
//     nested_1 = getattr(self.nested, "1")(nested_0);  nested_0 = None
//     wrapped_mod = self.wrapped.mod(nested_1);  nested_1 = None
//     return wrapped_mod
// def forward(self, x):
//     conv1 = self.conv1(x);  x = None
//     conv2 = self.conv2(conv1);  conv1 = None
//     nested_1 = getattr(self.nested, "1")(conv2);  conv2 = None
//     return nested_1
// Unfused: ... ms
// Fused:   ... ms
