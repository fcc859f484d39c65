#include "block.h"

BlockImpl::BlockImpl(int64_t in, int64_t out) {
  fc = register_module("fc", torch::nn::Linear(in, out));
  norm = register_module("norm", torch::nn::LayerNorm(torch::nn::LayerNormOptions({out})));
}

torch::Tensor BlockImpl::forward(torch::Tensor x) {
  x = fc(x);
  return norm(x);
}
