// AIM: Pointers into an array differ by elements, and point to rows of a matrix.
// EXPECT: equal or refused
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  static int sum(const int* from, const int* to) {
    int total = 0;
    while (from != to)
      total = total * 3 + *from++;
    return total;
  }
  torch::Tensor forward(torch::Tensor x) {
    int grid[2][3] = {{1, 2, 3}, {4, 5, 6}};
    int (*row)[3] = grid + 1;
    int* cell = &grid[0][2];
    *cell-- += 10;
    auto gap = &grid[1][2] - *row;
    return x * (*row)[1] + sum(grid[0], grid[0] + 3) + *cell * 100 + gap * 1000 + cell[1];
  }
};
