// AIM: A queue of numbers moves on.
// EXPECT: equal
// ARGS: --state=buffers
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  std::deque<double> q{1, 2, 3};
  torch::Tensor forward(torch::Tensor x) {
    q.push_back(q.front() + 0.5);
    q.pop_front();
    return x * q[0] + std::accumulate(q.begin(), q.end(), 0.0);
  }
};
