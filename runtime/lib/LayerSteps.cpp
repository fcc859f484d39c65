#include "LayerSteps.h"

#include <ATen/ops/abs.h>
#include <ATen/ops/sum.h>
#include <c10/util/strides.h>

#include <algorithm>
#include <cmath>
#include <unordered_map>

namespace fx::runtime {

namespace {

using ops::Operation;
using Kind = LayerStep::Kind;
using Read = LayerStepReader::Read;

const TensorMeta* float_tensor(const Node& node) {
  const TensorMeta* tensor = node.meta(meta::tensor_meta);
  return tensor != nullptr && tensor->dtype.view() == "float32" && tensor->shape.size() >= 2
             ? tensor
             : nullptr;
}

std::optional<float> number(const Operation& operation, std::string_view parameter,
                            float otherwise) {
  if (is_absent(operation, parameter)) return otherwise;
  const Argument& value = operation.find(parameter)->value;
  if (value.is(Argument::Kind::Int)) return static_cast<float>(value.as_int());
  if (value.is(Argument::Kind::Float)) return static_cast<float>(value.as_float());
  return std::nullopt;
}

bool is_false(const Operation& operation, std::string_view parameter) {
  const Operation::Operand* operand = operation.find(parameter);
  return operand == nullptr ||
         (operand->value.is(Argument::Kind::Bool) && !operand->value.as_bool());
}

bool has_ones(const Operation& operation, std::string_view parameter) {
  return numbers(operation, parameter, 2) == std::vector<int64_t>{1, 1};
}

} // namespace

bool lies_contiguous(const at::Tensor& tensor) {
  return tensor.strides().equals(c10::contiguous_strides(tensor.sizes()));
}

bool LayerStep::is_of_images() const {
  return kind == Kind::Concat || kind == Kind::MaxPool || kind == Kind::AveragePool ||
         kind == Kind::AdaptivePool || (kind == Kind::Layer && !layer.is_linear());
}

std::vector<size_t> LayerSteps::uses_of(size_t value) const {
  std::vector<size_t> uses;
  for (size_t i = 0; i < steps.size(); ++i)
    if (std::ranges::count(steps[i].inputs, value) != 0) uses.push_back(i);
  return uses;
}

std::optional<Read> LayerStepReader::limits(const Operation& operation) const {
  constexpr float infinity = std::numeric_limits<float>::infinity();
  std::optional<float> low = 0, high = infinity;
  if (operation.name == "relu6") {
    high = 6;
  } else if (operation.name == "hardtanh") {
    low = number(operation, "min_val", -1);
    high = number(operation, "max_val", 1);
  } else if (operation.name == "clamp") {
    low = number(operation, "min", -infinity);
    high = number(operation, "max", infinity);
  } else if (operation.name != "relu") {
    return std::nullopt;
  }
  // Not (low <= high) where one is no number.
  if (!low || !high || !(*low <= *high)) return std::nullopt;
  LayerStep step;
  step.kind = Kind::Limits;
  step.low = *low;
  step.high = *high;
  return Read{std::move(step), {operations_.node(operation, "input")}};
}

std::optional<Read> LayerStepReader::pool(const Operation& operation) const {
  LayerStep step;
  if (operation.name == "adaptive_avg_pool2d") {
    step.kind = Kind::AdaptivePool;
    step.size = numbers(operation, "output_size", 2);
    if (step.size.empty()) return std::nullopt;
    return Read{std::move(step), {operations_.node(operation, "input")}};
  }
  const bool is_max = operation.name == "max_pool2d";
  if ((!is_max && operation.name != "avg_pool2d") || !is_false(operation, "ceil_mode"))
    return std::nullopt;
  step.kind = is_max ? Kind::MaxPool : Kind::AveragePool;
  step.kernel = numbers(operation, "kernel_size", 2);
  step.stride = numbers(operation, "stride", 2);
  step.padding = numbers(operation, "padding", 2);
  const Operation::Operand* stride = operation.find("stride");
  if (stride == nullptr || stride->value.is_none() ||
      (stride->value.is_sequence() && stride->value.items().empty()))
    step.stride = step.kernel;
  if (is_max ? !has_ones(operation, "dilation") : !is_absent(operation, "divisor_override"))
    return std::nullopt;
  step.counts_padding = is_max || !is_false(operation, "count_include_pad");
  if (step.kernel.empty() || step.stride.empty() || step.padding.empty()) return std::nullopt;
  return Read{std::move(step), {operations_.node(operation, "input")}};
}

std::optional<Read> LayerStepReader::joined(const Node& call, const Operation& operation) const {
  Read read;
  if (operation.name == "add") {
    if (number(operation, "alpha", 1) != 1.0F) return std::nullopt;
    read.step.kind = Kind::Add;
    read.inputs = {operations_.node(operation, "input"), operations_.node(operation, "other")};
    const TensorMeta* result = float_tensor(call);
    for (const Node* input : read.inputs)
      if (input == nullptr || result == nullptr || float_tensor(*input) == nullptr ||
          float_tensor(*input)->shape != result->shape)
        return std::nullopt;
    return read;
  }
  const Operation::Operand* dimension = operation.find("dim");
  if (operation.name != "cat" || dimension == nullptr ||
      !dimension->value.is(Argument::Kind::Int) || dimension->value.as_int() != 1)
    return std::nullopt;
  read.step.kind = Kind::Concat;
  read.inputs = operations_.nodes(operation, "tensors");
  return read;
}

std::optional<Read> LayerStepReader::read(const Node& call) const {
  const Operation* operation = operations_.of(call);
  if (operation == nullptr || operation->in_place || float_tensor(call) == nullptr)
    return std::nullopt;
  std::optional<Read> read;
  if (std::optional<FrozenLayer> layer = frozen_layer(call, *operation, operations_)) {
    // Of other weights, results may lie otherwise.
    if (!lies_contiguous(layer->weight)) return std::nullopt;
    LayerStep step;
    step.layer = std::move(*layer);
    read = Read{std::move(step), {operations_.node(*operation, "input")}};
  }
  if (!read) read = limits(*operation);
  if (!read) read = pool(*operation);
  if (!read) read = joined(call, *operation);
  if (!read || read->inputs.empty()) return std::nullopt;
  for (const Node* input : read->inputs) {
    const TensorMeta* tensor = input != nullptr ? float_tensor(*input) : nullptr;
    if (tensor == nullptr) return std::nullopt;
    const bool is_image = tensor->shape.size() == 4;
    const bool is_linear = read->step.kind == Kind::Layer && read->step.layer.is_linear();
    if ((read->step.is_of_images() && !is_image) || (is_linear && is_image)) return std::nullopt;
  }
  return read;
}

std::optional<LayerSteps> layer_steps(const GraphModule& module) {
  const LayerStepReader reader(module);
  LayerSteps steps;
  std::unordered_map<const Node*, size_t> values;
  for (const Node* node : module->graph())
    if (node->op() == Opcode::Placeholder) values.emplace(node, steps.num_inputs++);
  const auto value_of = [&](const Argument& argument) -> std::optional<size_t> {
    const auto found = argument.is_node() ? values.find(argument.as_node()) : values.end();
    return found == values.end() ? std::nullopt : std::optional(found->second);
  };
  for (const Node* node : module->graph()) {
    if (node->op() == Opcode::Placeholder || node->op() == Opcode::GetAttr) continue;
    if (node->op() == Opcode::Output) {
      const Argument& result = node->arg(0);
      steps.is_tuple = result.is(Argument::Kind::Tuple);
      const Argument one[] = {result};
      for (const Argument& item : steps.is_tuple ? result.items() : std::span(one)) {
        const std::optional<size_t> value = value_of(item);
        if (!value || *value < steps.num_inputs) return std::nullopt;
        steps.results.push_back(*value);
      }
      continue;
    }
    std::optional<Read> read = reader.read(*node);
    if (!read) return std::nullopt;
    for (const Node* input : read->inputs) {
      const auto found = values.find(input);
      if (found == values.end()) return std::nullopt;
      read->step.inputs.push_back(found->second);
    }
    values.emplace(node, steps.num_values());
    steps.steps.push_back(std::move(read->step));
  }
  return steps;
}

namespace {

/// How large the numbers of a result can be, by those of what is taken.
double bound_of(const LayerStep& step, const std::vector<double>& bounds) {
  double most = 0, sum = 0;
  for (const size_t input : step.inputs) {
    most = std::max(most, bounds[input]);
    sum += bounds[input];
  }
  switch (step.kind) {
  case Kind::Add: return sum;
  case Kind::Limits:
    return std::max(std::abs(std::clamp<double>(-most, step.low, step.high)),
                    std::abs(std::clamp<double>(most, step.low, step.high)));
  case Kind::Layer: {
    const at::Tensor weight = step.layer.weight.abs().to(at::kDouble).flatten(1).sum(1);
    const double bias =
        step.layer.bias ? step.layer.bias->abs().max().to(at::kDouble).item<double>() : 0;
    return weight.max().item<double>() * most + bias;
  }
  default: return most;
  }
}

} // namespace

std::optional<std::vector<size_t>> values_to_watch(const LayerSteps& steps) {
  // Sums are rounded, and a pool adds up to 1e8 numbers before it divides.
  constexpr double greatest = 1e30;
  size_t end = steps.steps.size(); // behind the last one that hides something
  while (end > 0 && !steps.steps[end - 1].hides_nan())
    --end;
  std::vector<double> bounds(steps.num_values(), std::numeric_limits<double>::infinity());
  std::vector<bool> is_watched(steps.num_values());
  const auto watch = [&](size_t value) {
    is_watched[value] = true;
    bounds[value] = std::min<double>(bounds[value], greatest_watched);
  };
  for (size_t i = 0; i < end; ++i) {
    const LayerStep& step = steps.steps[i];
    for (const size_t input : step.inputs)
      if (bounds[input] > greatest) watch(input);
    double bound = bound_of(step, bounds);
    if (bound > greatest) {
      std::ranges::for_each(step.inputs, watch);
      bound = bound_of(step, bounds);
    }
    if (!(bound <= greatest)) return std::nullopt;
    bounds[steps.num_inputs + i] = bound;
  }
  std::vector<size_t> watched;
  for (size_t i = 0; i < is_watched.size(); ++i)
    if (is_watched[i]) watched.push_back(i);
  return watched;
}

} // namespace fx::runtime
