#include "TorchCalls.h"

#include <torch/nn.h>

namespace fx::runtime {

namespace {

using namespace torch;     // NOLINT(google-build-using-namespace): types as LibTorch spells them
using namespace torch::nn; // NOLINT(google-build-using-namespace)
#include "TorchFunctions.inc"

} // namespace

const FunctionCall* find_function(std::string_view name) {
  for (const FunctionCall& row : all_functions)
    if (row.name == name) return &row;
  return nullptr;
}

} // namespace fx::runtime
