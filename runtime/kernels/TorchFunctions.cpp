#include "TorchCalls.h"

#include <torch/nn.h>

namespace fx_kernels {

namespace {

using namespace torch;     // NOLINT(google-build-using-namespace): types as LibTorch spells them
using namespace torch::nn; // NOLINT(google-build-using-namespace)
#include "TorchFunctions.inc"

} // namespace

const FunctionCall* find_function(std::string_view name) {
  return find_row(all_functions, name);
}

} // namespace fx_kernels
