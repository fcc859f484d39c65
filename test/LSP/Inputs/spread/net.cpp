#include "block.h"
#include "gate.h"

// fx: x=2x8
struct NetImpl : torch::nn::Module {
  NetImpl() {
    first = register_module("first", Block(8, 16));
    second = register_module("second", Block(16, 4));
  }

  torch::Tensor forward(torch::Tensor x) {
    auto hidden = first(x);
    hidden = gated(hidden);
    auto y = second(hidden);
    y = torch::relu(y);
    return y;
  }

  Block first{nullptr}, second{nullptr};
};
TORCH_MODULE(Net);
