// AIM: A mixed comparison and a difference of size_t and int are done in unsigned.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    std::vector<int> widths{3, 5};
    int shift = -3;
    bool more = widths.size() > shift;
    auto wrapped = (widths.size() + shift) % 1000;
    unsigned int narrow = widths.size() - 3;
    int64_t wide = static_cast<int32_t>(narrow);
    return x * (more ? 2 : 3) + static_cast<double>(wrapped) + narrow / 1e9 + wide;
  }
};
