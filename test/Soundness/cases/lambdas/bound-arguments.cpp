// AIM: std::bind copies its arguments when it is made, and refers to those in std::ref.
// EXPECT: equal or refused
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

#include <functional>

static double line(double slope, double at, double offset) {
  return slope * at + offset;
}
struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    using namespace std::placeholders;
    double slope = 2, offset = 1;
    auto bound = std::bind(line, slope, _1, std::ref(offset));
    slope = 50;
    offset = 7;
    return x * bound(3);
  }
};
