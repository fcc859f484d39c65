// parameters(), buffers(), modules() and apply() give what LibTorch registers, in its order.
// RUN: fx-clang-trace %s -- | FileCheck %s
#include <torch/torch.h>

#include <string>

struct Net : torch::nn::Module {
  torch::nn::Linear fc{3, 2};
  torch::nn::Sequential body{torch::nn::BatchNorm1d(2), torch::nn::ReLU()};
  torch::Tensor scale;
  std::string names, order;
  double counts = 0;
  Net() {
    register_module("fc", fc);
    register_module("body", body);
    scale = register_parameter("scale", torch::ones({2}));
    for (const auto& item : named_parameters())
      names += item.key() + " ";
    for (const auto& item : named_buffers())
      names += item.key() + " ";
    apply([this](const std::string& name, torch::nn::Module& module) {
      order += name + (module.as<torch::nn::ReLU>() ? "! " : " ");
    });
    counts = parameters().size() * 1000. + parameters(/*recurse=*/false).size() * 100 +
             children().size() * 10 + modules(/*include_self=*/false).size();
  }
  torch::Tensor forward(torch::Tensor x) {
    x = body->forward(fc(x)) * scale;
    // CHECK: operator.mul](args = (%{{.*}}, 5124.0)
    x = x * counts;
    if (names == "scale fc.weight fc.bias body.0.weight body.0.bias body.0.running_mean "
                 "body.0.running_var body.0.num_batches_tracked ")
      // CHECK: call_method[target=sin]
      x = x.sin();
    if (order == " fc body body.0 body.1! ")
      // CHECK: call_method[target=cos]
      x = x.cos();
    return x;
  }
};
