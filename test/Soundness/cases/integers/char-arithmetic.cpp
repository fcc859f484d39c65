// AIM: char and int8_t compute as int and are cut when stored.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    int8_t a = 100;
    a += 100;
    unsigned char b = 250;
    b += 10;
    short c = 40000;
    auto sum = a + b + c;
    return x * sum + ('a' + 1);
  }
};
