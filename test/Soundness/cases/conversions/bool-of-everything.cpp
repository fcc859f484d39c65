// AIM: A conversion to bool asks for "not zero", of floats and pointers too.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    const char* text = "";
    std::vector<bool> bits{bool(0.5), bool(text), !1e-30, bool(nullptr)};
    bits[3] = 2;
    bool sum = true + true;
    int count = 0;
    for (bool bit : bits)
      count = count * 2 + bit;
    return x * count + sum + (bits[0] + bits[3]);
  }
};
