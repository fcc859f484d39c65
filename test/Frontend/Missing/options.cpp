// What the tracer does not know of the options of LibTorch's modules.
// RUN: not fx-clang-trace %s -- 2>&1 | FileCheck %s --implicit-check-not=error:
#include <torch/torch.h>

using torch::Tensor;

struct EncoderImpl : torch::nn::Module {
  Tensor forward(const Tensor& x, const Tensor& mask, const Tensor& padding) { return x; }
};
TORCH_MODULE(Encoder);

struct OwnEncoder : torch::nn::Module {
  OwnEncoder() { register_module("layer", layer); }
  Tensor forward(Tensor x) { return layer(x, x); }
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: 'EncoderImpl' as the option 'custom_encoder' of 'torch::nn::Transformer' is not supported yet [option-of-another-kind]
  torch::nn::Transformer layer{
      torch::nn::TransformerOptions(8, 2).custom_encoder(torch::nn::AnyModule(Encoder()))};
};

struct OptionsAsInput : torch::nn::Module {
  Tensor forward(Tensor x, torch::nn::LinearOptions options) {
    // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: a call on these options is not supported yet [call-on-these-options]
    return options.bias() ? x : -x;
  }
};

torch::nn::LinearOptions somewhere(); // no file has its body

struct OptionsFromElsewhere : torch::nn::Module {
  OptionsFromElsewhere() {
    torch::nn::LinearOptions options(1, 2);
    // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: this assignment of options is not supported yet [assignment-of-options]
    options = somewhere();
    layer = register_module("layer", torch::nn::Linear(options));
  }
  Tensor forward(Tensor x) { return layer(x); }
  torch::nn::Linear layer{nullptr};
};
