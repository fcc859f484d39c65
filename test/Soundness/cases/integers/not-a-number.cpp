// AIM: NaN is unequal to itself; infinity in masks.
// EXPECT: equal or refused
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

#include <cmath>
#include <limits>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    double nan = std::nan("");
    float inf = std::numeric_limits<float>::infinity();
    int score =
        (nan == nan ? 1 : 0) + (nan < 1 ? 2 : 0) + (!(nan > 1) ? 4 : 0) + (-inf < -1e30f ? 8 : 0);
    auto y = torch::where(x > 0, x, torch::full_like(x, -inf));
    return torch::softmax(y, 0).nan_to_num(0) * score;
  }
};
