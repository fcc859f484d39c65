// AIM: from_blob looks at memory of the caller; clone takes what is there at that time.
// EXPECT: equal or refused
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    std::vector<float> values{1, 2, 3};
    auto view = torch::from_blob(values.data(), {3});
    auto copy = view.clone();
    values[0] = 50;
    return x * copy + view;
  }
};
