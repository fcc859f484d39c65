// AIM: Layers that a factory makes inside try, which throws for names that it does not know.
// EXPECT: equal
// INPUT: torch::randn({2, 3})
#include <torch/torch.h>

#include <stdexcept>

struct Net : torch::nn::Module {
  torch::nn::Sequential layers;
  int skipped = 0;
  static torch::nn::AnyModule make(const std::string& name) {
    if (name == "linear") return torch::nn::AnyModule(torch::nn::Linear(3, 3));
    if (name == "norm") return torch::nn::AnyModule(torch::nn::BatchNorm1d(3));
    if (name == "tanh") return torch::nn::AnyModule(torch::nn::Tanh());
    throw std::invalid_argument("unknown layer " + name);
  }
  Net() {
    for (const std::string name : {"linear", "swish", "norm", "tanh", "gate", "linear"}) {
      try {
        layers->push_back(make(name));
      } catch (const std::exception& error) {
        skipped += static_cast<int>(std::string(error.what()).size());
      }
    }
    register_module("layers", layers);
  }
  torch::Tensor forward(torch::Tensor x) { return layers->forward(x) + skipped; }
};
