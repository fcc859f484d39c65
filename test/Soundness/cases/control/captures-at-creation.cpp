// AIM: A capture by value is taken when the lambda is made, one by reference when it runs.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    double s = 2;
    torch::Tensor t = x;
    auto by_value = [s, t] { return t * s; };
    auto by_reference = [&] { return t * s; };
    auto moved = [held = std::move(t)] { return held + 1; };
    s = 5;
    t = x + 10;
    return by_value() + by_reference() + moved();
  }
};
