// AIM: Iterators of a std::set that were kept stay on their elements while others are inserted.
// EXPECT: equal or refused
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

#include <set>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    std::set<int> levels{10, 20};
    std::vector<std::set<int>::iterator> kept{levels.begin(), std::next(levels.begin())};
    levels.insert(5);
    levels.insert(15);
    double sum = *kept[0] + *kept[1] * 100;
    levels.erase(kept[0]);
    return x + sum + *levels.begin() * 1000 + double(levels.size());
  }
};
