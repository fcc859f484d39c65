// LibTorch's headers, to be precompiled, with a use of the virtual functions of all layers behind
// each. Clang defines no vtables in a precompiled header: without it, every file that reads one
// instantiates the functions of some sixty layers again, which takes longer than all else in it.
#pragma once

// First: as C++20 clang does not take torch/torch.h otherwise.
#include <ATen/core/ivalue.h>

#include <torch/nn/cloneable.h>
#include <torch/nn/pimpl.h>

#include <ostream>
#include <type_traits>

namespace torch::nn {
template <size_t D, typename Derived>
class ConvNdImpl;
} // namespace torch::nn

namespace fx_precompiled {

template <size_t D, class Layer>
void use_base(torch::nn::ConvNdImpl<D, Layer>& base, std::ostream& stream) {
  base.torch::nn::template ConvNdImpl<D, Layer>::reset();
  base.torch::nn::template ConvNdImpl<D, Layer>::pretty_print(stream);
}
inline void use_base(torch::nn::Module&, std::ostream&) {}

/// Calls them by their qualified names: instantiated is what is called without a vtable.
template <class Layer>
void use(Layer& layer, std::ostream& stream) {
  layer.Layer::pretty_print(stream);
  if constexpr (std::is_base_of_v<torch::nn::Cloneable<Layer>, Layer>) {
    layer.Layer::clone();
    layer.Layer::reset();
    use_base(layer, stream);
  }
}

} // namespace fx_precompiled

// Each layer of LibTorch says its name by this macro.
#pragma push_macro("TORCH_MODULE")
#undef TORCH_MODULE
#define TORCH_MODULE(Name)                                                                         \
  inline void fx_use(Name##Impl& layer, std::ostream& stream) {                                    \
    fx_precompiled::use(layer, stream);                                                            \
  }                                                                                                \
  TORCH_MODULE_IMPL(Name, Name##Impl)
#include <torch/torch.h>
#pragma pop_macro("TORCH_MODULE")
