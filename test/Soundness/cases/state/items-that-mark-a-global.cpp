// AIM: Methods of kept items write a global that forward has set before.
// EXPECT: equal or refused
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

static int scale_ = 0;
struct Item {
  int uses = 0;
  void mark() {
    if (uses++ > 0) scale_ = 7;
  }
};
struct Net : torch::nn::Module {
  std::vector<Item> items;
  torch::Tensor forward(torch::Tensor x) {
    scale_ = 1;
    items.push_back(Item{});
    items.front().mark();
    return x * scale_;
  }
};
