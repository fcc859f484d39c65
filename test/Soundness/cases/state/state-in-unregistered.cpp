// AIM: A helper that was never registered keeps a number and a tensor.
// EXPECT: equal
// ARGS: --state=buffers
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  struct HelperImpl : torch::nn::Module {
    int n = 0;
    torch::Tensor h = torch::zeros({3});
    torch::Tensor forward(torch::Tensor x) {
      n += 1;
      h = h * 0.5 + 1;
      return x * n + h;
    }
  };
  std::shared_ptr<HelperImpl> helper = std::make_shared<HelperImpl>();
  torch::Tensor forward(torch::Tensor x) { return helper->forward(x); }
};
