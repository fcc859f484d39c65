// AIM: A compound assignment computes in the promoted type and stores in the variable's.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    int width = 7;
    width *= 1.5;
    width /= 2.5;
    uint8_t byte = 10;
    byte -= 20;
    short cut = 30000;
    cut += 30000;
    unsigned small = 5;
    small += -6;
    char c = 100;
    c++;
    c += 100;
    return x * width + byte + cut * 2 + (small == 4294967295u) * 7 + c;
  }
};
