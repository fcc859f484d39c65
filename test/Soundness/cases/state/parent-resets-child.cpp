// AIM: A counter that is set anew before it is read in each call is no state.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct LayerImpl : torch::nn::Module {
  int calls = 0;
  torch::nn::Linear fc{3, 3};
  LayerImpl() { register_module("fc", fc); }
  torch::Tensor forward(torch::Tensor x) { return fc(x) + ++calls; }
};
TORCH_MODULE(Layer);
struct Net : torch::nn::Module {
  Layer layer;
  Net() { register_module("layer", layer); }
  torch::Tensor forward(torch::Tensor x) {
    layer->calls = 0;
    return layer(layer(layer(x)));
  }
};
