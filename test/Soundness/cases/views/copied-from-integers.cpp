// AIM: copy_ converts to the type of where it goes.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    auto whole = torch::zeros({4, 3}, torch::kLong);
    whole.copy_(x * 10);
    auto back = torch::zeros({4, 3});
    back.copy_(whole);
    back[1] = whole[2];
    return back;
  }
};
