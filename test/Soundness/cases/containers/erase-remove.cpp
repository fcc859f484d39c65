// AIM: remove_if moves what stays to the front; erase cuts off the rest.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

#include <algorithm>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    std::vector<int> widths{5, 2, 8, 3, 6};
    auto end = std::remove_if(widths.begin(), widths.end(), [](int w) { return w % 2 == 0; });
    double kept = std::distance(widths.begin(), end);
    widths.erase(end, widths.end());
    widths.erase(std::unique(widths.begin(), widths.end()), widths.end());
    return x * kept + widths.back() + 10 * double(widths.size());
  }
};
