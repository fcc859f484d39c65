// AIM: std::swap, pairs and captures copy and move the parts of a struct by the code of their class.
// EXPECT: equal
// INPUT: torch::randn({2, 6})
#include <torch/torch.h>

struct Part {
  Part() = default;
  Part(const Part& other) : n(other.n + 1) {}
  Part(Part&& other) noexcept : n(other.n + 10) { other.n = 100; }
  Part& operator=(const Part& other) {
    n = other.n + 3;
    return *this;
  }
  Part& operator=(Part&& other) noexcept {
    n = other.n + 30;
    other.n = 200;
    return *this;
  }
  int64_t n = 0;
};
struct Group {
  Part first, second[2];
  int64_t sum() const { return first.n + second[0].n * 2 + second[1].n * 3; }
};
struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    Group group;
    group.first.n = 3;
    std::swap(group.first, group.second[1]);
    std::pair<Part, int> pair{group.first, 2};
    auto moved = std::move(pair);
    auto sum = [group] { return group.sum(); };
    auto again = std::move(sum);
    return x + 0.01 * static_cast<double>(group.sum() + pair.first.n + moved.first.n + again());
  }
};
