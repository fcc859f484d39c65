// AIM: A list reference made of a number sees later changes of the number.
// EXPECT: equal
// INPUT: torch::randn({4, 4})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    int64_t n = 4;
    torch::IntArrayRef sizes = n;
    n = 16;
    return x.reshape(sizes);
  }
};
