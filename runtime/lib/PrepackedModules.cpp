#include "PrepackedModules.h"

#include "NamedOperators.h"

#include "fx/Runtime/Modules.h"

#include <ATen/ops/conv2d.h>
#include <ATen/ops/linear.h>
#include <ATen/ops/relu.h>

#include <algorithm>
#include <chrono>
#include <limits>
#include <mutex>
#include <ostream>

namespace fx::runtime {

namespace {

/// A matrix as an image of one row, whose pixels are the rows: so a convolution with a kernel of
/// one pixel is a matrix product.
at::Tensor as_image(const at::Tensor& rows) {
  return rows.unsqueeze(0).unsqueeze(0).permute({0, 3, 1, 2});
}

/// How a graph calls such a module.
void make_known() {
  static std::once_flag once;
  std::call_once(once, [] {
    register_module(
        typeid(PrepackedLayer), [](torch::nn::Module& module, const Args& args, const Kwargs&) {
          return Value(static_cast<PrepackedLayer&>(module).forward(args.at(0).toTensor()));
        });
  });
}

} // namespace

at::Tensor FrozenLayer::run(const at::Tensor& input) const {
  at::Tensor result = is_linear()
                          ? at::linear(input, weight, bias)
                          : at::conv2d(input, weight, bias, stride, padding, dilation, groups);
  return has_relu ? at::relu_(result) : result;
}

bool PrepackedLayer::is_possible(const FrozenLayer& layer, const at::Tensor& input) {
  const auto is_float = [](const at::Tensor& tensor) {
    return tensor.scalar_type() == at::kFloat && tensor.device().is_cpu() &&
           tensor.layout() == at::kStrided;
  };
  const bool has_operators = find_operator("mkldnn_prepacked::conv2d_prepack") != nullptr &&
                             find_operator("mkldnn_prepacked::conv2d_run") != nullptr;
  const bool has_size = layer.is_linear() ? input.dim() >= 2 : input.dim() == 4;
  return has_operators && has_size && input.numel() > 0 && is_float(input) &&
         is_float(layer.weight) && (!layer.bias || is_float(*layer.bias));
}

PrepackedLayer::PrepackedLayer(FrozenLayer layer, const at::Tensor& input, at::MemoryFormat layout)
    : layer_(std::move(layer)), layout_(layout) {
  at::Tensor weight = layer_.weight;
  std::vector<int64_t> sizes = input.sizes().vec(), one{1, 1}, none{0, 0};
  if (layer_.is_linear()) {
    layout_ = at::MemoryFormat::ChannelsLast;
    weight = weight.unsqueeze(2).unsqueeze(3);
    sizes = {1, input.size(-1), 1, input.numel() / input.size(-1)};
  }
  const bool is_linear = layer_.is_linear();
  packed_ = call_operator("mkldnn_prepacked::conv2d_prepack",
                          {weight.contiguous(layout_), layer_.bias, is_linear ? one : layer_.stride,
                           is_linear ? none : layer_.padding, is_linear ? one : layer_.dilation,
                           layer_.groups, sizes, std::string("none")});
  make_known();
}

at::Tensor PrepackedLayer::convolve(const at::Tensor& input) const {
  // oneDNN's own ReLU makes 0 of what is no number.
  at::Tensor result = call_operator("mkldnn_prepacked::conv2d_run", {input, packed_}).toTensor();
  return layer_.has_relu ? at::relu_(result) : result;
}

at::Tensor PrepackedLayer::forward(const at::Tensor& input) {
  // Sizes and types that it was not made for.
  if (!is_possible(layer_, input) || input.requires_grad()) return layer_.run(input);
  if (!layer_.is_linear()) return convolve(input.contiguous(layout_));
  const at::Tensor rows = input.reshape({-1, input.size(-1)}).contiguous();
  std::vector<int64_t> sizes = input.sizes().vec();
  sizes.back() = layer_.weight.size(0);
  return convolve(as_image(rows)).permute({0, 2, 3, 1}).reshape(sizes);
}

std::shared_ptr<torch::nn::Module>
PrepackedLayer::clone(const torch::optional<torch::Device>&) const {
  return std::make_shared<PrepackedLayer>(*this);
}

void PrepackedLayer::pretty_print(std::ostream& stream) const {
  stream << (layer_.is_linear() ? "PrepackedLinear(" : "PrepackedConv2d(") << layer_.weight.size(1)
         << ", " << layer_.weight.size(0) << (layer_.has_relu ? ", relu" : "")
         << (layout_ == at::MemoryFormat::ChannelsLast ? ", channels_last)" : ")");
}

double time_of(const std::function<void()>& call) {
  using Clock = std::chrono::steady_clock;
  constexpr double enough = 0.02; // seconds
  constexpr int at_least = 3;
  call(); // allocates, and makes oneDNN's primitives
  double least = std::numeric_limits<double>::infinity(), all = 0;
  for (int i = 0; i < at_least || (all < enough && i < 50); ++i) {
    const auto begin = Clock::now();
    call();
    const double time = std::chrono::duration<double>(Clock::now() - begin).count();
    least = std::min(least, time);
    all += time;
  }
  return least;
}

} // namespace fx::runtime
