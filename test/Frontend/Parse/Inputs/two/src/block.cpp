#include "../include/block.h"

BlockImpl::BlockImpl(int64_t width) {
  linear = register_module("linear", torch::nn::Linear(width, width));
}

torch::Tensor BlockImpl::forward(torch::Tensor x) {
  return scaled(linear(x), 0.5);
}
