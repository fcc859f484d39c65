#include "gate.h"

#include "steepness.h"

torch::Tensor gated(const torch::Tensor& x) {
  return x * torch::sigmoid(steepness() * x);
}
