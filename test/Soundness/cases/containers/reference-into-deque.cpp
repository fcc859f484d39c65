// AIM: push_front of a deque leaves references to its elements as they are.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

#include <deque>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    std::deque<double> gains{1, 2};
    double& first = gains.front();
    gains.push_front(50);
    first = 9;
    gains.push_back(4);
    gains.pop_front();
    return x * gains[0] + gains.back() * 10 + gains[1];
  }
};
