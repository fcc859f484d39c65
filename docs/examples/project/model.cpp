#include "model.h"

DigitsImpl::DigitsImpl(int64_t classes) : first(1, 8), second(8, 16), head(16 * 7 * 7, classes) {
  register_module("first", first);
  register_module("second", second);
  register_module("head", head);
}

torch::Tensor DigitsImpl::forward(torch::Tensor x) {
  x = torch::max_pool2d(first(x), 2);
  x = torch::max_pool2d(second(x), 2);
  return head(x.flatten(1));
}
