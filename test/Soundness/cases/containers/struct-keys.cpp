// AIM: operator< of a key's class orders a map and a set.
// EXPECT: equal or refused
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

#include <map>
#include <set>

struct Place {
  int stage, block;
  bool operator<(const Place& other) const {
    return block != other.block ? block < other.block : stage > other.stage;
  }
};
struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    std::map<Place, double> scales{{{1, 2}, 3}, {{2, 1}, 5}, {{3, 2}, 7}};
    std::set<Place> places{{1, 1}, {2, 1}, {1, 1}};
    for (const auto& [place, scale] : scales)
      x = x * 0.5 + scale * place.stage;
    return x + places.begin()->stage * 100 + double(places.size());
  }
};
