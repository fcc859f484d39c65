// AIM: c10::irange counts in the type of its end, and is empty where it would go down.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <c10/util/irange.h>
#include <torch/torch.h>
#include <vector>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    std::vector<int> sizes{3, 1, 2};
    for (const auto i : c10::irange(sizes.size()))
      x = x * static_cast<double>(i + 1) + sizes[i];
    for (auto i : c10::irange(-1, 2))
      x = x + i;
    for (auto i : c10::irange(5, 2))
      x = x * 100 * i;
    for (auto i : c10::irange(-3))
      x = x * 100 * i;
    return x;
  }
};
