// AIM: References to the parts of a tuple that an operator returned, and std::get, replace them.
// EXPECT: equal
// INPUT: torch::randn({3, 5})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  std::vector<torch::Tensor> forward(torch::Tensor x) {
    auto best = x.topk(2, 1);
    auto& values = std::get<0>(best);
    values = values * 2;
    auto sorted = torch::sort(x, 1);
    auto& [ordered, order] = sorted;
    ordered = ordered + order;
    auto most = x.max(1);
    std::get<0>(most) = std::get<0>(most) * 3;
    return {std::get<0>(best) + 1, std::get<0>(sorted), std::get<0>(most)};
  }
};
