// AIM: torch::tensor keeps the element type of what it is given; arithmetic wraps in it.
// EXPECT: equal or refused
// INPUT: torch::randn({2})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    std::vector<uint8_t> bytes{200, 100};
    auto a = torch::tensor(bytes);
    auto b = torch::tensor(std::vector<int32_t>{1, 2});
    auto wrapped = a + a;
    return x + wrapped.to(torch::kFloat) + (b / 2);
  }
};
