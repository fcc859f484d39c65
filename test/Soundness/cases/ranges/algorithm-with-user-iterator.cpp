// AIM: Algorithms of the library take a user's iterators as they take its own.
// EXPECT: equal or refused
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

#include <numeric>

struct Squares {
  using iterator_category = std::input_iterator_tag;
  using value_type = int;
  using difference_type = std::ptrdiff_t;
  using pointer = const int*;
  using reference = int;
  int i;
  int operator*() const { return i * i; }
  Squares& operator++() {
    ++i;
    return *this;
  }
  Squares operator++(int) {
    auto old = *this;
    ++i;
    return old;
  }
  bool operator==(const Squares& o) const { return i == o.i; }
  bool operator!=(const Squares& o) const { return i != o.i; }
};
struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    std::vector<int> squares(Squares{1}, Squares{5});
    int sum = std::accumulate(Squares{0}, Squares{4}, 0);
    return x * double(squares.size()) + squares.back() + sum;
  }
};
