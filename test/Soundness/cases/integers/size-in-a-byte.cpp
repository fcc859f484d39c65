// AIM: A size that is kept in an int8_t member of a struct wraps at 128.
// EXPECT: equal or refused
// INPUT: torch::randn({2, 200})
#include <torch/torch.h>

struct Shape {
  int8_t rows, columns;
};
struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    Shape shape{int8_t(x.size(0)), int8_t(x.size(1))};
    return x + shape.columns * 10 + shape.rows;
  }
};
