// AIM: A list holds handles: a tensor changed after push_back is changed in the list.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    std::vector<torch::Tensor> seen;
    auto state = torch::zeros_like(x);
    for (int i = 0; i < 3; ++i) {
      seen.push_back(state);
      state += x;
    }
    seen.push_back(state.clone());
    state.zero_();
    return torch::cat(seen, 1);
  }
};
