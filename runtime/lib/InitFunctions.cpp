#include "InitFunctions.h"

#include <torch/nn/init.h>

namespace fx::runtime {

namespace {

namespace init = torch::nn::init;

/// Argument `index` as a number; `otherwise` where it is not given.
double number(const Examples& arguments, size_t index, double otherwise) {
  if (index >= arguments.size()) return otherwise;
  const std::optional<Argument> literal = as_literal(arguments[index].value);
  if (literal && literal->is(Argument::Kind::Float)) return literal->as_float();
  if (literal && literal->is(Argument::Kind::Int)) return static_cast<double>(literal->as_int());
  if (literal && literal->is(Argument::Kind::Bool)) return literal->as_bool() ? 1 : 0;
  throw Unknown("an initial value by what is no number");
}

std::string_view word(const Examples& arguments, size_t index, std::string_view otherwise) {
  if (index >= arguments.size()) return otherwise;
  const Argument* literal = arguments[index].value.literal();
  if (literal == nullptr || !literal->is(Argument::Kind::String))
    throw Unknown("an initial value by what is no word");
  return literal->symbol().view();
}

init::NonlinearityType nonlinearity(std::string_view name) {
  if (name == "linear") return torch::kLinear;
  if (name == "conv1d") return torch::kConv1D;
  if (name == "conv2d") return torch::kConv2D;
  if (name == "conv3d") return torch::kConv3D;
  if (name == "conv_transpose1d") return torch::kConvTranspose1D;
  if (name == "conv_transpose2d") return torch::kConvTranspose2D;
  if (name == "conv_transpose3d") return torch::kConvTranspose3D;
  if (name == "sigmoid") return torch::kSigmoid;
  if (name == "tanh") return torch::kTanh;
  if (name == "relu") return torch::kReLU;
  if (name == "leaky_relu") return torch::kLeakyReLU;
  throw Unknown("a gain that C++ does not have");
}

at::Tensor kaiming(std::string_view name, const at::Tensor& tensor, const Examples& arguments) {
  const double slope = number(arguments, 1, 0);
  init::FanModeType mode = torch::kFanIn;
  if (word(arguments, 2, "fan_in") == "fan_out") mode = torch::kFanOut;
  const init::NonlinearityType gain = nonlinearity(word(arguments, 3, "leaky_relu"));
  return name == "kaiming_normal_" ? init::kaiming_normal_(tensor, slope, mode, gain)
                                   : init::kaiming_uniform_(tensor, slope, mode, gain);
}

} // namespace

Example call_init_function(std::string_view name, const Examples& arguments) {
  const at::Tensor* tensor = arguments.empty() ? nullptr : arguments.front().value.tensor();
  for (const NamedExample& argument : arguments)
    if (!argument.name.empty()) throw Unknown("torch.nn.init by keywords");
  if (tensor == nullptr) throw Unknown("torch.nn.init of what is no tensor");
  const auto given = [&](size_t index, double otherwise) {
    return number(arguments, index, otherwise);
  };
  if (name == "zeros_") return {init::zeros_(*tensor)};
  if (name == "ones_") return {init::ones_(*tensor)};
  if (name == "eye_") return {init::eye_(*tensor)};
  if (name == "dirac_") return {init::dirac_(*tensor)};
  if (name == "constant_") return {init::constant_(*tensor, given(1, 0))};
  if (name == "normal_") return {init::normal_(*tensor, given(1, 0), given(2, 1))};
  if (name == "uniform_") return {init::uniform_(*tensor, given(1, 0), given(2, 1))};
  if (name == "orthogonal_") return {init::orthogonal_(*tensor, given(1, 1))};
  if (name == "sparse_") return {init::sparse_(*tensor, given(1, 0), given(2, 0.01))};
  if (name == "xavier_normal_") return {init::xavier_normal_(*tensor, given(1, 1))};
  if (name == "xavier_uniform_") return {init::xavier_uniform_(*tensor, given(1, 1))};
  if (name == "kaiming_normal_" || name == "kaiming_uniform_")
    return {kaiming(name, *tensor, arguments)};
  throw Unknown("torch.nn.init." + std::string(name));
}

} // namespace fx::runtime
