// What a program makes of a class template is a root, also where only a shared_ptr holds it.
// RUN: fx-clang-trace %s --emit=fx -- | FileCheck %s
#include <torch/torch.h>

template <class Layer>
struct Tagger : torch::nn::Module {
  explicit Tagger(int width) { layer = register_module("layer", Layer(width, 3)); }
  torch::Tensor forward(torch::Tensor x) { return torch::relu(layer(x)); }
  Layer layer{nullptr};
};

int main() {
  // CHECK: call_module[target=layer]
  // CHECK: torch.relu
  auto tagger = std::make_shared<Tagger<torch::nn::Linear>>(4);
  return tagger->is_training() ? 0 : 1;
}
