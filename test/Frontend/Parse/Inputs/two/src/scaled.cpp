#include "../include/block.h"

static constexpr double unit = 1.0;

torch::Tensor scaled(torch::Tensor x, double factor) {
  return x * (factor * unit);
}
