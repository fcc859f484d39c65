// AIM: A list reference made of a tensor is a list, and sees another tensor in the variable.
// EXPECT: equal
// INPUT: torch::randn({3, 4})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    torch::Tensor a = x + 1;
    torch::TensorList list = a;
    a = x + 2;
    return torch::cat(list) * static_cast<int64_t>(list.size());
  }
};
