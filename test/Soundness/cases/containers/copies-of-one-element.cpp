// AIM: vector(n, value), resize, assign and insert make n elements of their own.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Part {
  int n;
  std::vector<int> list;
};
struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    Part p{1, {2, 3}};
    std::vector<Part> v(3, p);
    v[0].n = 10;
    v[1].list.push_back(4);
    v.resize(5, p);
    v[4].list[0] = 20;
    v.insert(v.begin(), 2, p);
    v[0].n = 30;
    std::vector<std::vector<int>> grid(2, std::vector<int>(2, 1));
    grid[0][1] = 5;
    auto other = grid;
    other[1][1] = 6;
    int sum = 0;
    for (size_t i = 0; i < v.size(); ++i)
      sum = sum * 2 + v[i].n + v[i].list[0] + static_cast<int>(v[i].list.size());
    return x + sum + grid[1][1] * 100 + grid[0][1] * 1000 + other[0][1];
  }
};
