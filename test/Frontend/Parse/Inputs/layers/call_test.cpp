#include "net.h"

torch::Tensor call(NetImpl& net) {
  auto forward = [&] { return net.NetImpl::forward(torch::ones({2})); };
  return forward();
}
