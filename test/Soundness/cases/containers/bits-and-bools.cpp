// AIM: vector<bool> references and bitset.
// EXPECT: equal or refused
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

#include <bitset>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    std::vector<bool> v(4);
    auto r = v[1];
    r = true;
    bool b = v[2];
    v[2] = true;
    v.flip();
    std::bitset<8> bits(0b1010);
    bits.set(0).flip(3);
    int code = 0;
    for (bool f : v)
      code = code * 2 + f;
    return x + code + b + static_cast<int64_t>(bits.to_ulong()) * 100 +
           static_cast<int64_t>(bits.count());
  }
};
