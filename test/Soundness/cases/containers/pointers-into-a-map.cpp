// AIM: A pointer to a map's value stays right while other keys come and go.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

#include <map>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    std::map<std::string, double> gains;
    double* base = &gains["m"];
    *base = 2;
    for (const char* name : {"a", "z", "b"})
      gains[name] = gains.size();
    *base += 1;
    gains.erase("a");
    *base *= 2;
    return x * gains["m"] + gains["b"] * 10 + gains["z"] * 100;
  }
};
