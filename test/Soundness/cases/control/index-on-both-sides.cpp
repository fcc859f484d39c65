// AIM: a[i] = i++ evaluates the right side first; operands of << go from left to right.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

#include <sstream>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    int a[4] = {0, 0, 0, 0};
    int i = 0;
    a[i] = ++i;
    a[i] = i++ * 5;
    std::ostringstream out;
    out << i << ',' << a[1] << ',' << a[2];
    return x * static_cast<int64_t>(out.str().size()) + a[0] + a[1] * 10 + a[2] * 100;
  }
};
