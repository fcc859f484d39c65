// AIM: A parameter and a buffer that are registered without a tensor are undefined, also in lists.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor bias, mask, scale;
  double known = 1;
  Net() {
    bias = register_parameter("bias", torch::Tensor(), /*requires_grad=*/false);
    mask = register_buffer("mask", {});
    scale = register_parameter("scale", torch::ones({3}));
    if (!bias.defined()) known += 2;
  }
  torch::Tensor forward(torch::Tensor x) {
    auto y = x * (bias.defined() ? 3 : 5) * scale * known;
    if (!mask.defined()) y = y + 7;
    return y * static_cast<double>(parameters().size() + 10 * buffers().size());
  }
};
