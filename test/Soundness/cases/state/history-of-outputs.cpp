// AIM: A vector member that grows by push_back in forward is read by the next call.
// EXPECT: equal or refused
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  std::vector<torch::Tensor> history;
  torch::Tensor forward(torch::Tensor x) {
    auto y = torch::tanh(x);
    history.push_back(y.detach());
    return torch::stack(history).mean(0) + y;
  }
};
