// AIM: A layer that is called twice in a call counts twice.
// EXPECT: equal
// ARGS: --state=buffers
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct LayerImpl : torch::nn::Module {
  int calls = 0;
  torch::nn::Linear fc{3, 3};
  LayerImpl() { register_module("fc", fc); }
  torch::Tensor forward(torch::Tensor x) { return fc(x) * ++calls; }
};
TORCH_MODULE(Layer);
struct Net : torch::nn::Module {
  Layer layer;
  Net() { register_module("layer", layer); }
  torch::Tensor forward(torch::Tensor x) { return layer(layer(x)) + layer->calls; }
};
