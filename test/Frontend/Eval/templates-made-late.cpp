// A class template that the tracer is the first to make, with a loop over a range that depends on it.
// RUN: fx-clang-trace %s --root='make()' --emit=fx -- | FileCheck %s
#include <torch/torch.h>

template <class Layer>
struct NetImpl : torch::nn::Module {
  NetImpl() {
    layer = register_module("layer", Layer(4, 4));
    for (auto& parameter : this->named_parameters())
      torch::nn::init::zeros_(parameter.value());
  }
  // CHECK: call_module[target=layer]
  torch::Tensor forward(torch::Tensor x) { return layer(x); }
  Layer layer{nullptr};
};

template <class Layer>
std::shared_ptr<NetImpl<Layer>> make_net() {
  return std::make_shared<NetImpl<Layer>>();
}

auto make() {
  return make_net<torch::nn::Linear>();
}
