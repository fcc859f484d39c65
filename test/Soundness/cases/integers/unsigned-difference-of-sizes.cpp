// AIM: A difference of sizes taken as unsigned is never negative.
// EXPECT: equal or refused
// INPUT: torch::randn({2, 5})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    uint64_t rows = x.size(0), columns = x.size(1);
    double gap = static_cast<double>((rows - columns) >> 40);
    return x + gap;
  }
};
