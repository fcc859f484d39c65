// AIM: -1 < 1u is false; the type of ?: is common to both sides.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    int m = -1;
    unsigned one = 1;
    auto t = true ? 1 : 2.5;
    int score = (m < one ? 1 : 2) + (t / 2 > 0.4 ? 10 : 20) + (sizeof(one + 1L) == 8 ? 100 : 200) +
                ((m >> 1) == -1 ? 1000 : 2000);
    long wide = m * 1u;
    char c = '\xff';
    score += c < 0 ? 10000 : 20000;
    return x + score + (wide > 0 ? 0.5 : 0.25);
  }
};
