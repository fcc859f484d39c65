#include "scale.h"

ScaleImpl::ScaleImpl(double by) : by(by) {}

torch::Tensor ScaleImpl::forward(torch::Tensor x) {
  return x * by;
}
