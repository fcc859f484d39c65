#include "OneDnn.h"

#include <limits>

namespace fx::runtime::onednn {

namespace {

#if DNNL_VERSION_MAJOR < 3
/// Version 2 has an operation's descriptor, of which the primitive's is made.
template <class Primitive, class... Operands>
auto describe(const dnnl::primitive_attr& attributes, const Operands&... operands) {
  return
      typename Primitive::primitive_desc(typename Primitive::desc(operands...), attributes, cpu());
}
constexpr float scale = 1; // of a step of post_ops; version 3 has no such argument
#else
template <class Primitive, class... Operands>
auto describe(const dnnl::primitive_attr& attributes, const Operands&... operands) {
  return typename Primitive::primitive_desc(cpu(), operands..., attributes);
}
#endif

dnnl::algorithm algorithm_of(Epilogue::Limits limits) {
  return limits == Epilogue::Limits::Relu ? dnnl::algorithm::eltwise_relu
                                          : dnnl::algorithm::eltwise_clip;
}

void append_limits(dnnl::post_ops& steps, const Epilogue& epilogue) {
  if (epilogue.limits == Epilogue::Limits::None) return;
  const auto kind = algorithm_of(epilogue.limits);
#if DNNL_VERSION_MAJOR < 3
  steps.append_eltwise(scale, kind, epilogue.low, epilogue.high);
#else
  steps.append_eltwise(kind, epilogue.low, epilogue.high);
#endif
}

dnnl::primitive_attr attributes(const Epilogue& epilogue) {
  dnnl::primitive_attr attributes;
  // Several threads may run one primitive.
  attributes.set_scratchpad_mode(dnnl::scratchpad_mode::user);
  dnnl::post_ops steps;
  if (epilogue.sum == Epilogue::Sum::InPlace) steps.append_sum();
  if (epilogue.sum == Epilogue::Sum::Other)
    steps.append_binary(dnnl::algorithm::binary_add, epilogue.other);
  append_limits(steps, epilogue);
  attributes.set_post_ops(steps);
  return attributes;
}

/// oneDNN counts the pixels that are left out.
Dims between(const Dims& dilation) {
  Dims result;
  for (const int64_t each : dilation)
    result.push_back(each - 1);
  return result;
}

} // namespace

bool is_available() {
  const dnnl_version_t* loaded = dnnl_version();
  return loaded->major == DNNL_VERSION_MAJOR && loaded->minor >= DNNL_VERSION_MINOR;
}

const dnnl::engine& cpu() {
  static const dnnl::engine engine(dnnl::engine::kind::cpu, 0);
  return engine;
}

Desc desc(const Dims& dims, Tag layout) {
  return {dims, dnnl::memory::data_type::f32, layout};
}

Dims Window::end_padding(const Dims& input, const Dims& result) const {
  Dims end;
  for (size_t i = 0; i < kernel.size(); ++i)
    end.push_back((result[i + 2] - 1) * stride[i] + (kernel[i] - 1) * dilation[i] + 1 -
                  input[i + 2] - padding[i]);
  return end;
}

dnnl::convolution_forward::primitive_desc convolution(const Desc& input, const Desc& weight,
                                                      const Desc& bias, const Desc& result,
                                                      const Window& window, const Dims& end_padding,
                                                      const Epilogue& epilogue) {
  return describe<dnnl::convolution_forward>(
      attributes(epilogue), dnnl::prop_kind::forward_inference, dnnl::algorithm::convolution_direct,
      input, weight, bias, result, window.stride, between(window.dilation), window.padding,
      end_padding);
}

dnnl::pooling_forward::primitive_desc pooling(dnnl::algorithm kind, const Desc& input,
                                              const Desc& result, const Window& window,
                                              const Dims& end_padding) {
#if DNNL_VERSION_MAJOR < 3
  return describe<dnnl::pooling_forward>(attributes({}), dnnl::prop_kind::forward_inference, kind,
                                         input, result, window.stride, window.kernel,
                                         window.padding, end_padding);
#else
  return describe<dnnl::pooling_forward>(attributes({}), dnnl::prop_kind::forward_inference, kind,
                                         input, result, window.stride, window.kernel,
                                         between(window.dilation), window.padding, end_padding);
#endif
}

dnnl::binary::primitive_desc addition(const Desc& first, const Desc& second) {
  return describe<dnnl::binary>(attributes({}), dnnl::algorithm::binary_add, first, second, first);
}

dnnl::eltwise_forward::primitive_desc limits(const Desc& input, const Epilogue& epilogue) {
  const auto kind = algorithm_of(epilogue.limits);
#if DNNL_VERSION_MAJOR < 3
  return describe<dnnl::eltwise_forward>(attributes({}), dnnl::prop_kind::forward_inference, kind,
                                         input, epilogue.low, epilogue.high);
#else
  return describe<dnnl::eltwise_forward>(attributes({}), dnnl::prop_kind::forward_inference, kind,
                                         input, input, epilogue.low, epilogue.high);
#endif
}

dnnl::reorder::primitive_desc reorder(const Desc& from, const Desc& to) {
  return {cpu(), from, cpu(), to, attributes({})};
}

dnnl::concat::primitive_desc concat(const std::vector<Desc>& parts, int dimension) {
#if DNNL_VERSION_MAJOR < 3
  return {dimension, parts, cpu(), attributes({})};
#else
  return {cpu(), dimension, parts, attributes({})};
#endif
}

} // namespace fx::runtime::onednn
