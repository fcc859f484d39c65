// A switch chooses by a constructor argument; cases fall through to shared code.
// RUN: fx-clang-trace %s --root='Net(Activation::Tanh)' --emit=fx -- | FileCheck %s --check-prefix=TANH
// RUN: fx-clang-trace %s --root='Net(Activation::Swish)' --emit=fx -- | FileCheck %s --check-prefix=SILU
#include <torch/torch.h>

enum class Activation { Relu, Tanh, Silu, Swish };

struct Net : torch::nn::Module {
  explicit Net(Activation a) : activation(a) {}
  torch::Tensor forward(torch::Tensor x) {
    switch (activation) {
    case Activation::Relu: return torch::relu(x);
    case Activation::Tanh: x = torch::tanh(x); break;
    case Activation::Silu:
    case Activation::Swish: x = torch::silu(x); break;
    }
    return x;
  }
  Activation activation;
};

// TANH: call_function[target=torch.tanh](args = (%x,)
// SILU: call_function[target=torch._C._nn.silu](args = (%x,)
