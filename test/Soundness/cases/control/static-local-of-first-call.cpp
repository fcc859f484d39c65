// AIM: A static local is made in the first call, from that call's values.
// EXPECT: equal or refused
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    static int calls = 0;
    static const int64_t rows = x.size(0);
    static torch::Tensor noise = torch::randn({3});
    return x * rows + noise;
  }
};
