#include "TorchCalls.h"

#include <torch/nn.h>

namespace fx_kernels {

namespace {

template <class Impl>
std::shared_ptr<torch::nn::Module> made_without_options() {
  if constexpr (std::is_default_constructible<Impl>::value)
    return std::make_shared<Impl>();
  else
    throw Unknown("a module of this class");
}

using namespace torch;     // NOLINT(google-build-using-namespace): types as LibTorch spells them
using namespace torch::nn; // NOLINT(google-build-using-namespace)
#include "TorchModules.inc"

} // namespace

const ModuleCalls* find_module(std::string_view name) {
  return find_row(all_modules, name);
}

} // namespace fx_kernels
