// AIM: The loop variable's own type converts each element: bool, unsigned char, float.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

#include <array>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    int trues = 0, bytes = 0;
    for (bool on : {0, 2, 4})
      trues += on;
    std::vector<int> codes{255, 256, 513};
    for (unsigned char byte : codes)
      bytes = bytes * 10 + byte;
    float sum = 0;
    std::array<double, 2> exact{16777217.0, 0.1};
    for (float rounded : exact)
      sum += rounded;
    return x * trues + bytes + sum / 1e6;
  }
};
