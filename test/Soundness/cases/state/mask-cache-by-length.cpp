// AIM: A map member used as a cache is filled once; later calls must not see the first call's input.
// EXPECT: equal or refused
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  std::map<std::string, torch::Tensor> cache;
  torch::Tensor scale_of(const torch::Tensor& x) {
    auto found = cache.find("scale");
    if (found == cache.end()) found = cache.emplace("scale", x.abs().max().detach() + 1).first;
    return found->second;
  }
  torch::Tensor forward(torch::Tensor x) {
    auto y = x / scale_of(x);
    return y / scale_of(y);
  }
};
