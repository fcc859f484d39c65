// AIM: Assigning to a named element rebinds the name; assigning to x[i] writes.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    auto y = x.clone();
    std::vector<torch::Tensor> rows{y[0], y[1]};
    rows[0] = torch::zeros({3});
    y[1] = rows[0];
    auto& second = rows[1];
    second = second + 100;
    y[2][1] = second[0];
    return y + rows[1];
  }
};
