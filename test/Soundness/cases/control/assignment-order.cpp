// AIM: The right side of an assignment is evaluated before the left side.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

#include <map>

struct Net : torch::nn::Module {
  int at = 0;
  int next() { return ++at; }
  torch::Tensor forward(torch::Tensor x) {
    at = 0;
    int values[4] = {0, 0, 0, 0};
    values[next()] = next() * 10;
    std::map<int, int> sizes;
    sizes[5] = sizes.size();
    int i = 1;
    i = i++ + 1;
    values[3] += at++ * 7;
    double code = values[0] + 10 * values[1] + 100 * values[2] + 1000 * values[3];
    return x + code + sizes[5] * 1e5 + i * 1e6;
  }
};
