// AIM: A table filled through an accessor in the constructor holds those values.
// EXPECT: equal or refused
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor table;
  Net() {
    auto values = torch::zeros({4, 3});
    auto cells = values.accessor<float, 2>();
    for (int row = 0; row < 4; ++row)
      for (int column = 0; column < 3; ++column)
        cells[row][column] = row * 10 + column;
    table = register_buffer("table", values);
  }
  torch::Tensor forward(torch::Tensor x) { return x + table; }
};
