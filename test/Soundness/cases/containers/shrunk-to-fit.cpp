// AIM: shrink_to_fit moves the elements of a vector that has more room than it needs.
// EXPECT: equal or refused: shrinking among objects
// INPUT: torch::randn({2, 3})
#include <torch/torch.h>

struct Counted {
  static int moves;
  int value = 0;
  explicit Counted(int value) : value(value) {}
  Counted(const Counted& other) = default;
  Counted(Counted&& other) noexcept : value(other.value) { ++moves; }
};
int Counted::moves = 0;

struct Net : torch::nn::Module {
  int moves = 0;
  Net() {
    std::vector<int> plain{1, 2, 3};
    plain.pop_back();
    plain.shrink_to_fit();
    std::vector<Counted> list;
    for (int i = 0; i < 5; ++i)
      list.emplace_back(i);
    list.shrink_to_fit();
    moves = Counted::moves + static_cast<int>(plain.size());
  }
  torch::Tensor forward(torch::Tensor x) { return x + moves; }
};
