// AIM: A map's mapped type is what a value becomes when it is inserted or assigned.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

#include <map>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    std::map<std::string, uint8_t> counts;
    counts["a"] = 300;
    counts.insert({"b", 260});
    counts.insert_or_assign("c", 2.9);
    counts["a"] += 250;
    std::map<char, int> letters{{'x', 1.9}};
    letters[65 + 256] = 7;
    double sum = counts["a"] + counts["b"] * 100.0 + counts["c"] * 1e4 + letters['A'] * 1e5;
    return x + sum;
  }
};
