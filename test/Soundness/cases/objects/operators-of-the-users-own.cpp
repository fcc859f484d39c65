// AIM: Arrow, call, subscript, conversion and comparison operators of a class.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Grid {
  std::vector<int> data;
  int& operator()(int i, int j) { return data[i * 2 + j]; }
  int operator()(int i, int j) const { return data[i * 2 + j] * 10; }
  int& operator[](int i) { return data[i]; }
  int operator[](int i) const { return -data[i]; }
  explicit operator int() const { return data[3]; }
  explicit operator bool() const { return data.empty(); }
  const std::vector<int>* operator->() const { return &data; }
  Grid& operator++() {
    for (int& d : data)
      ++d;
    return *this;
  }
  Grid operator++(int) {
    Grid old = *this;
    ++*this;
    return old;
  }
  friend bool operator<(const Grid& a, const Grid& b) { return a.data < b.data; }
};
struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    Grid g{{1, 2, 3, 4}};
    g(0, 1) = 20;
    g[1] += 5;
    const Grid& k = g;
    int sum = k(1, 1) + k[0] + static_cast<int>(g) + (g ? 1 : 0) + g->size();
    ++g;
    auto old = g++;
    return x + sum + g[0] * 100 + old[0] * 1000 + (old < g ? 7 : 9);
  }
};
