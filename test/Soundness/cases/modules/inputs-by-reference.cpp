// AIM: forward changes what it takes by reference: a tensor in place, a list by push_back.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  static void normalise(torch::Tensor& t, std::vector<torch::Tensor>& log) {
    log.push_back(t.mean());
    t = t - log.back();
    t.div_(2);
  }
  torch::Tensor forward(torch::Tensor x) {
    std::vector<torch::Tensor> log;
    auto y = x;
    normalise(y, log);
    normalise(y, log);
    x.add_(1);
    return y + log[0] + log[1] * 2 + x;
  }
};
