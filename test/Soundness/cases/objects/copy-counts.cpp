// AIM: A user's copy constructor runs for each element that a container copies.
// EXPECT: equal or refused
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

#include <array>

struct Generation {
  int depth = 0;
  Generation() = default;
  Generation(const Generation& other) : depth(other.depth + 1) {}
  Generation& operator=(const Generation& other) {
    depth = other.depth + 10;
    return *this;
  }
};
struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    std::vector<Generation> first(2);
    auto second = first;
    first[0] = second[1];
    std::pair<Generation, int> pair(second[0], 1);
    auto copy = pair;
    std::array<Generation, 2> array;
    auto other = array;
    return x + second[0].depth + 10 * first[0].depth + 1000 * copy.first.depth +
           1e4 * other[1].depth;
  }
};
