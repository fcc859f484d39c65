// AIM: Sizes and items are written into elements of a tensor and of a buffer.
// EXPECT: equal
// INPUT: torch::randn({3, 4})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor position;
  Net() { position = register_buffer("position", torch::zeros({1}, torch::kLong)); }
  torch::Tensor forward(torch::Tensor x) {
    auto y = torch::zeros({6});
    const int64_t rows = x.size(0);
    const double first = x[0][0].item<double>();
    y[0] = rows;
    y[1] = rows / 2 + 0.5;
    y[2] = first * 2;
    y[3] = x.max().item();
    y.index_put_({4}, rows + 1);
    y.index({torch::indexing::Slice(5, 6)}) = rows;
    y.index_put_({torch::tensor({1, 2})}, rows);
    const int64_t at = position.item<int64_t>();
    position[0] = (at + rows) % 7;
    return y + position;
  }
};
