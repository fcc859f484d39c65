// oneDNN's primitives, spelled alike for its versions 2 and 3.
#pragma once

#include <oneapi/dnnl/dnnl.hpp>

#include <vector>

namespace fx::runtime::onednn {

using Dims = dnnl::memory::dims;
using Desc = dnnl::memory::desc;
using Tag = dnnl::memory::format_tag;

/// Whether the library that this process has loaded is of the version whose headers this was
/// compiled with: LibTorch may have brought one of its own.
bool is_available();
const dnnl::engine& cpu();

/// Of float32.
Desc desc(const Dims& dims, Tag layout);

/// Where a kernel is laid: two numbers each. The result has `result` pixels, which says how much
/// padding there is behind.
struct Window {
  Dims kernel, stride, dilation, padding;
  Dims end_padding(const Dims& input, const Dims& result) const;
};

/// What is done to the results of a convolution before they are written: a tensor is added, then
/// they are put between limits.
struct Epilogue {
  enum class Sum : uint8_t { None, InPlace, Other };
  Sum sum = Sum::None;
  Desc other; // the tensor that Sum::Other adds
  enum class Limits : uint8_t { None, Relu, Clip };
  Limits limits = Limits::None;
  float low = 0, high = 0; // of Clip

  Epilogue without_sum() const {
    Epilogue rest = *this;
    rest.sum = Sum::None;
    return rest;
  }
};

/// dnnl::error where oneDNN has no implementation. Memory that it works in is the caller's.
dnnl::convolution_forward::primitive_desc convolution(const Desc& input, const Desc& weight,
                                                      const Desc& bias, const Desc& result,
                                                      const Window& window, const Dims& end_padding,
                                                      const Epilogue& epilogue);
dnnl::pooling_forward::primitive_desc pooling(dnnl::algorithm kind, const Desc& input,
                                              const Desc& result, const Window& window,
                                              const Dims& end_padding);
/// Without limits: oneDNN 2 puts them on some numbers alone, and writes past the end, where it has
/// blocks of four channels on a processor with AVX-512.
dnnl::binary::primitive_desc addition(const Desc& first, const Desc& second);
/// Limits alone.
dnnl::eltwise_forward::primitive_desc limits(const Desc& input, const Epilogue& epilogue);
dnnl::reorder::primitive_desc reorder(const Desc& from, const Desc& to);
dnnl::concat::primitive_desc concat(const std::vector<Desc>& parts, int dimension);

} // namespace fx::runtime::onednn
