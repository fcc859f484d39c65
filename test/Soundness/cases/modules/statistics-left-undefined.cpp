// AIM: A batch norm without statistics and weights leaves its tensors undefined, a loss its weight.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::nn::BatchNorm1d plain{
      torch::nn::BatchNorm1dOptions(3).track_running_stats(false).affine(false)};
  torch::nn::BatchNorm1d usual{3};
  torch::nn::LayerNorm layer{torch::nn::LayerNormOptions({3}).elementwise_affine(false)};
  double weight = 1;
  Net() {
    register_module("plain", plain);
    register_module("usual", usual);
    register_module("layer", layer);
    if (!plain->running_var.defined()) weight *= 2;
    if (usual->running_var.defined()) weight *= 3;
  }
  torch::Tensor forward(torch::Tensor x) {
    auto y = layer(plain(x) + usual(x)) * weight;
    if (!plain->running_mean.defined()) y = y * 5;
    if (!plain->weight.defined() && !plain->bias.defined()) y = y * 7;
    if (!layer->weight.defined()) y = y * 11;
    return usual->num_batches_tracked.defined() ? y * 13 : y;
  }
};
