// AIM: Arrays without an initialiser are filled through references of range-for loops.
// EXPECT: equal
// INPUT: torch::randn({2, 3})
#include <torch/torch.h>

static void fill(int (&table)[3][2]) {
  int next = 0;
  for (auto& row : table)
    for (int& item : row)
      item = next++;
}

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    int table[3][2];
    fill(table);
    double weights[3];
    for (auto& weight : weights)
      weight = 0.5;
    return x * weights[2] + table[2][1] + table[1][0] * 10;
  }
};
