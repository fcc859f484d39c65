// AIM: A reference to a list of tensors sees another element.
// EXPECT: equal
// INPUT: torch::randn({3, 4})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    std::vector<torch::Tensor> v = {x, x};
    torch::TensorList n;
    n = v;
    v[0] = x + 1;
    return torch::cat(n);
  }
};
