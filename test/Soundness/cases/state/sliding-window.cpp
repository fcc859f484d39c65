// AIM: A deque member holds the last two inputs of earlier calls.
// EXPECT: equal or refused
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

#include <deque>

struct Net : torch::nn::Module {
  std::deque<torch::Tensor> window;
  torch::Tensor forward(torch::Tensor x) {
    window.push_back(x * 2);
    if (window.size() > 2) window.pop_front();
    auto sum = torch::zeros_like(x);
    for (const auto& past : window)
      sum = sum + past;
    return sum;
  }
};
