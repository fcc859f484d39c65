#include "QuantizedModules.h"

#include "NamedOperators.h"

#include "fx/Runtime/Modules.h"

#include <ATen/Context.h>
#include <ATen/Functions.h>

#include <algorithm>
#include <cmath>
#include <torch/nn/modules/conv.h>
#include <torch/nn/modules/linear.h>

#include <limits>
#include <mutex>
#include <ostream>

namespace fx::runtime {

namespace {

constexpr double least_scale = std::numeric_limits<float>::epsilon(); // torch's observers' eps

/// A scale for each channel, the first dimension, symmetric about 0 (torch:
/// PerChannelMinMaxObserver with per_channel_symmetric).
at::Tensor in_int8(const at::Tensor& weight, WeightBits bits) {
  const double steps = bits == WeightBits::Eight ? 127.5 : 63.5; // on each side of 0
  const at::Tensor plain = weight.detach().contiguous();
  const at::Tensor largest = plain.abs().reshape({plain.size(0), -1}).amax(1).to(at::kDouble);
  const at::Tensor scales = (largest / steps).clamp_min(least_scale);
  const at::Tensor zero_points = at::zeros({plain.size(0)}, at::kLong);
  return at::quantize_per_channel(plain, scales, zero_points, 0, at::kQInt8);
}

c10::IValue linear_prepack(const at::Tensor& weight, const c10::optional<at::Tensor>& bias,
                           WeightBits bits) {
  return call_operator("quantized::linear_prepack", {in_int8(weight, bits), bias});
}

bool is_plain(const at::Tensor& tensor) {
  return tensor.defined() && tensor.scalar_type() == at::kFloat && tensor.device().is_cpu() &&
         tensor.layout() == at::kStrided && tensor.numel() > 0 &&
         tensor.isfinite().all().item<bool>();
}

/// How a graph calls such modules.
void make_known() {
  static std::once_flag once;
  std::call_once(once, [] {
    register_module(
        typeid(QuantizedLayer), [](torch::nn::Module& module, const Args& args, const Kwargs&) {
          return Value(static_cast<QuantizedLayer&>(module).forward(args.at(0).toTensor()));
        });
    register_module(typeid(QuantizedLstm), [](torch::nn::Module& module, const Args& args,
                                              const Kwargs& kwargs) {
      Value state = args.size() > 1 ? args[1] : Value();
      for (const auto& [name, value] : kwargs)
        if (name.view() != "input") state = value;
      std::vector<at::Tensor> tensors;
      if (state.isTuple())
        for (const Value& item : state.toTupleRef().elements())
          tensors.push_back(item.toTensor());
      return Value(static_cast<QuantizedLstm&>(module).forward(args.at(0).toTensor(), tensors));
    });
  });
}

} // namespace

std::shared_ptr<torch::nn::Module> rounded_layer(const FrozenLayer& layer, WeightBits bits) {
  const at::Tensor weight = in_int8(layer.weight, bits).dequantize();
  const auto with_tensors = [&](auto made) -> std::shared_ptr<torch::nn::Module> {
    made->weight.copy_(weight);
    if (layer.bias) made->bias.copy_(*layer.bias);
    made->eval();
    return made;
  };
  if (layer.is_linear())
    return with_tensors(std::make_shared<torch::nn::LinearImpl>(
        torch::nn::LinearOptions(weight.size(1), weight.size(0)).bias(layer.bias.has_value())));
  const auto pair = [](const std::vector<int64_t>& sizes) {
    return torch::ExpandingArray<2>({sizes.front(), sizes.back()});
  };
  return with_tensors(std::make_shared<torch::nn::Conv2dImpl>(
      torch::nn::Conv2dOptions(weight.size(1) * layer.groups, weight.size(0),
                               {weight.size(2), weight.size(3)})
          .stride(pair(layer.stride))
          .padding(pair(layer.padding))
          .dilation(pair(layer.dilation))
          .groups(layer.groups)
          .bias(layer.bias.has_value())));
}

std::shared_ptr<torch::nn::Module> rounded_lstm(const torch::nn::LSTMImpl& lstm) {
  std::shared_ptr<torch::nn::Module> made = lstm.clone();
  for (at::Tensor& parameter : made->parameters())
    if (parameter.dim() == 2) parameter.copy_(in_int8(parameter, WeightBits::Eight).dequantize());
  return made;
}

QuantizationParameters parameters_for(double least, double greatest) {
  least = std::min(least, 0.0);
  greatest = std::max(greatest, 0.0);
  QuantizationParameters parameters;
  parameters.scale = std::max((greatest - least) / 255, least_scale);
  parameters.zero_point = std::clamp<int64_t>(-std::lrint(least / parameters.scale), 0, 255);
  return parameters;
}

bool has_quantized_engine() {
  return at::globalContext().qEngine() != at::QEngine::NoQEngine &&
         find_operator("quantized::linear_prepack") != nullptr;
}

bool is_quantizable(const FrozenLayer& layer) {
  return is_plain(layer.weight) && (!layer.bias || is_plain(*layer.bias));
}

QuantizedLayer::QuantizedLayer(const FrozenLayer& layer,
                               std::optional<QuantizationParameters> result)
    : is_linear_(layer.is_linear()), has_relu_(layer.has_relu), result_(result),
      sizes_(layer.weight.sizes().vec()) {
  const WeightBits bits = result ? WeightBits::Seven : WeightBits::Eight;
  packed_ = is_linear_ ? linear_prepack(layer.weight, layer.bias, bits)
                       : call_operator("quantized::conv2d_prepack",
                                       {in_int8(layer.weight, bits), layer.bias, layer.stride,
                                        layer.padding, layer.dilation, layer.groups});
  make_known();
}

at::Tensor QuantizedLayer::forward(const at::Tensor& input) {
  if (!result_) return dynamic(input);
  const char* name = is_linear_ ? (has_relu_ ? "quantized::linear_relu" : "quantized::linear")
                                : (has_relu_ ? "quantized::conv2d_relu" : "quantized::conv2d");
  return call_operator(name, {input, packed_, result_->scale, result_->zero_point},
                       is_linear_ ? "" : "new")
      .toTensor();
}

at::Tensor QuantizedLayer::dynamic(const at::Tensor& input) const {
  // As torch.nn.quantized.dynamic.Linear: 7 bits, which no kernel overflows with.
  return call_operator(has_relu_ ? "quantized::linear_relu_dynamic" : "quantized::linear_dynamic",
                       {input.contiguous(), packed_, true})
      .toTensor();
}

std::shared_ptr<torch::nn::Module>
QuantizedLayer::clone(const torch::optional<torch::Device>&) const {
  return std::make_shared<QuantizedLayer>(*this);
}

void QuantizedLayer::pretty_print(std::ostream& stream) const {
  stream << (is_linear_ ? "QuantizedLinear(" : "QuantizedConv2d(") << sizes_[1] << ", " << sizes_[0]
         << (has_relu_ ? ", relu" : "");
  if (result_)
    stream << ", scale=" << result_->scale << ", zero_point=" << result_->zero_point << ")";
  else
    stream << ", dynamic)";
}

bool QuantizedLstm::is_possible(const torch::nn::LSTMImpl& lstm) {
  const std::vector<at::Tensor> parameters = lstm.parameters();
  return lstm.options.proj_size() == 0 && lstm.options.bias() &&
         std::all_of(parameters.begin(), parameters.end(), is_plain);
}

QuantizedLstm::QuantizedLstm(const torch::nn::LSTMImpl& lstm)
    : options_(lstm.options), packed_(c10::AnyType::get()) {
  const auto named = lstm.named_parameters();
  std::vector<c10::IValue> cells;
  for (int64_t layer = 0; layer < options_.num_layers(); ++layer)
    for (const char* direction : {"", "_reverse"}) {
      if (*direction != '\0' && !options_.bidirectional()) continue;
      const std::string end = "_l" + std::to_string(layer) + direction;
      const auto packed = [&](const char* weight) {
        return linear_prepack(named["weight_" + (weight + end)],
                              named["bias_" + (weight + end)].detach(), WeightBits::Eight);
      };
      cells.push_back(call_operator("quantized::make_quantized_cell_params_dynamic",
                                    {packed("ih"), packed("hh"), named["bias_ih" + end].detach(),
                                     named["bias_hh" + end].detach(), true}));
    }
  c10::List<c10::IValue> list(cells.front().type());
  for (const c10::IValue& cell : cells)
    list.push_back(cell);
  packed_ = list;
  make_known();
}

c10::IValue QuantizedLstm::forward(const at::Tensor& input, const std::vector<at::Tensor>& state) {
  std::vector<at::Tensor> start = state;
  if (start.empty()) {
    const int64_t directions = options_.bidirectional() ? 2 : 1;
    const at::Tensor zeros =
        at::zeros({options_.num_layers() * directions, input.size(options_.batch_first() ? 0 : 1),
                   options_.hidden_size()},
                  input.options());
    start = {zeros, zeros};
  }
  const c10::IValue results = call_operator(
      "aten::quantized_lstm",
      {input, start, packed_, options_.bias(), options_.num_layers(), 0.0, false,
       options_.bidirectional(), options_.batch_first(), static_cast<int64_t>(at::kQInt8), true},
      "input");
  const auto& parts = results.toTupleRef().elements();
  return c10::ivalue::Tuple::create(
      {parts[0], c10::IValue(c10::ivalue::Tuple::create({parts[1], parts[2]}))});
}

std::shared_ptr<torch::nn::Module>
QuantizedLstm::clone(const torch::optional<torch::Device>&) const {
  return std::make_shared<QuantizedLstm>(*this);
}

void QuantizedLstm::pretty_print(std::ostream& stream) const {
  stream << "QuantizedLSTM(" << options_.input_size() << ", " << options_.hidden_size() << ")";
}

} // namespace fx::runtime
