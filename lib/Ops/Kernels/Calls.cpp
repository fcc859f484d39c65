#include "Calls.h"

#include "fx/IR/ElementType.h"
#include "fx/Ops/CallBinding.h"
#include "fx/Ops/Callee.h"
#include "fx/Ops/PythonArithmetic.h"
#include "fx/Ops/Spelling.h"

#include <fmt/format.h>

#include <algorithm>

namespace fx::ops::kernels {

namespace {

using Kind = Argument::Kind;

/// Whether a parameter is a list that one number does not stand for: "int[]", "Tensor[]".
bool takes_spread(const SchemaArgument& parameter) {
  std::string_view type = parameter.type;
  if (parameter.is_optional() && !parameter.is_int_list()) return false;
  if (parameter.is_optional()) type.remove_suffix(1);
  return type.ends_with("[]");
}

/// The call as one overload takes it; nothing when it does not.
std::optional<Example> call_overload(const Plugin& plugin, const Node& node,
                                     const Examples& arguments, const Schema& schema, FxPlace place,
                                     bool wraps) {
  const std::optional<CppFunction>& function = callee_of(node).cpp;
  const std::optional<BoundCall> binding =
      bind_call(node, schema, {}, function ? function->python : nullptr);
  if (!binding) return std::nullopt;
  std::vector<std::vector<const Example*>> given(schema.arguments.size());
  for (size_t i = 0; i < arguments.size(); ++i)
    if (const int at = binding->parameters[i]; at >= 0)
      given[static_cast<size_t>(at)].push_back(&arguments[i].value);
  Encoder encoder;
  std::vector<FxValue> parameters;
  parameters.reserve(given.size());
  for (size_t i = 0; i < given.size(); ++i) {
    FxValue& value = parameters.emplace_back();
    value.kind = FxAbsent;
    if (given[i].empty()) continue;
    const Example& first = *given[i].front();
    // Python's parser takes no integer for a bool: x.var(n) is of a dimension.
    if (!wraps && schema.arguments[i].type == "bool" && first.literal() &&
        first.literal()->is(Kind::Int))
      return std::nullopt;
    // x.view(2, -1): a list spread over the operands.
    const bool is_spread = given[i].size() > 1 || (takes_spread(schema.arguments[i]) &&
                                                   !is_sequence(first) && !first.is_none());
    value = is_spread ? encoder.list(given[i]) : encoder.encode(first);
  }
  return plugin.value_if_taken(plugin.api().call_operator(place, text(schema.name),
                                                          text(schema.overload), parameters.data(),
                                                          parameters.size(), wraps ? 1 : 0));
}

Example call_schemas(const Plugin& plugin, const Node& node, const Examples& arguments,
                     std::span<const Schema> schemas, FxPlace place) {
  // First as the arguments stand, then with numbers for tensors, as Python's wrapped numbers are,
  // and for truth values, as in C++.
  for (const bool wraps : {false, true})
    for (const Schema& schema : schemas)
      if (std::optional<Example> result =
              call_overload(plugin, node, arguments, schema, place, wraps))
        return std::move(*result);
  throw Unknown("no operator of LibTorch takes these arguments");
}

/// "operator.truediv" -> "div": the operator that computes it on tensors.
std::string_view tensor_operator(std::string_view target) {
  if (const OperatorSpelling* spelling = find_operator(target)) return spelling->on_tensors;
  for (const std::string_view prefix : {"operator.", "math.", "builtins."})
    if (target.starts_with(prefix)) target.remove_prefix(prefix.size());
  return target;
}

std::vector<FxValue> encode_indices(Encoder& encoder, const Example& index) {
  std::vector<FxValue> indices;
  if (!is_sequence(index)) {
    indices.push_back(encoder.encode(index));
    return indices;
  }
  for (const Example& item : items_of(index))
    indices.push_back(encoder.encode(item));
  return indices;
}

Example get_item(const Plugin& plugin, const Example& value, const Example& index, FxPlace place) {
  if (const Tensor* tensor = value.tensor()) {
    Encoder encoder;
    const std::vector<FxValue> indices = encode_indices(encoder, index);
    return plugin.value(plugin.api().index(place, tensor->get(), indices.data(), indices.size()));
  }
  const Argument* at = index.literal();
  std::vector<Example> items = items_of(value);
  if (at == nullptr || !is_sequence(value)) throw Unknown("an element of this");
  if (!at->is(Kind::Int)) throw Unknown("a slice of a list");
  const std::optional<size_t> place_in_list = python_index(at->as_int(), items.size());
  if (!place_in_list)
    throw Refused(
        fmt::format("index {} is out of range: there are {} items", at->as_int(), items.size()));
  return items[*place_in_list];
}

Example get_attribute(const Plugin& plugin, const Example& value, std::string_view name,
                      FxPlace place) {
  const Tensor* tensor = value.tensor();
  if (tensor == nullptr) throw Unknown("a member of this");
  std::optional<Example> result =
      plugin.value_if_taken(plugin.api().tensor_attribute(place, text(name), tensor->get()));
  if (!result) throw Unknown("this attribute of a tensor");
  return std::move(*result);
}

/// The numbers in nested lists, in order.
void append_numbers(const Example& example, std::vector<Argument>& numbers) {
  if (is_sequence(example)) {
    for (const Example& item : items_of(example))
      append_numbers(item, numbers);
  } else if (const Argument* literal = example.literal()) {
    numbers.push_back(*literal);
  } else {
    throw Unknown("a tensor made of tensors");
  }
}

/// torch.tensor(data, dtype=...): Python's own, no operator. Where it lies and whether it requires
/// a gradient is the caller's to see to.
Example make_tensor(const Plugin& plugin, const Examples& arguments, FxPlace place) {
  std::vector<int64_t> sizes;
  Example item = arguments.front().value;
  while (is_sequence(item)) {
    const std::vector<Example> items = items_of(item);
    sizes.push_back(static_cast<int64_t>(items.size()));
    if (items.empty()) break;
    item = items.front();
  }
  std::string_view type = "float32";
  if (const Argument* first = item.literal())
    type = first->is(Kind::Bool) ? "bool" : first->is(Kind::Int) ? "int64" : "float32";
  int32_t dtype = dtype_number(type);
  for (const NamedExample& argument : std::span(arguments).subspan(1)) {
    const Argument* literal = argument.value.literal();
    if (argument.name == "dtype" && literal && literal->is(Kind::Dtype)) {
      dtype = dtype_number(literal->symbol());
      if (dtype < 0) throw Unknown("a tensor of this dtype");
    } else if (argument.name != "device" && argument.name != "requires_grad" &&
               argument.name != "pin_memory" && !argument.value.is_none()) {
      throw Unknown(fmt::format("torch.tensor() with '{}'", argument.name));
    }
  }
  std::vector<Argument> numbers;
  if (place != FxOnMeta) append_numbers(arguments.front().value, numbers);
  Encoder encoder;
  std::vector<FxValue> encoded;
  encoded.reserve(numbers.size());
  for (const Argument& number : numbers)
    encoded.push_back(encoder.encode(number));
  return plugin.value(plugin.api().tensor_of(place, dtype, sizes.data(), sizes.size(),
                                             encoded.data(), encoded.size()));
}

/// Methods of Python's Tensor that are no operators.
std::optional<Example> call_tensor_method(const Plugin& plugin, std::string_view name,
                                          const Examples& arguments, FxPlace place) {
  const Tensor* self = arguments.empty() ? nullptr : arguments.front().value.tensor();
  if (self == nullptr) return std::nullopt;
  const auto count = static_cast<int32_t>(arguments.size()) - 1;
  const Argument* literal = count == 1 ? arguments[1].value.literal() : nullptr;
  if (count == 1 && !(literal && literal->is(Kind::Int))) return std::nullopt;
  if (std::optional<Example> member = plugin.value_if_taken(plugin.api().tensor_member(
          place, text(name), self->get(), count, literal ? literal->as_int() : 0)))
    return member;
  const ElementType* type = count == 0 ? find_conversion(name) : nullptr;
  if (type == nullptr) return std::nullopt;
  return plugin.value(plugin.api().to_dtype(place, self->get(), type->number));
}

Example call_python(const Plugin& plugin, const Node& node, const Examples& arguments,
                    FxPlace place) {
  const std::string_view target = node.target();
  std::vector<Argument> literals;
  for (const NamedExample& argument : arguments)
    if (std::optional<Argument> literal = as_literal(argument.value))
      literals.push_back(std::move(*literal));
  if (literals.size() == arguments.size()) {
    if (const std::optional<Argument> value = python_call(target, literals)) return {*value};
    throw Unknown("what Python makes of these values");
  }
  if (target == "operator.getitem" && arguments.size() == 2)
    return get_item(plugin, arguments[0].value, arguments[1].value, place);
  if (target == "builtins.getattr" && arguments.size() == 2 && arguments[1].value.literal())
    return get_attribute(plugin, arguments[0].value, arguments[1].value.literal()->symbol().view(),
                         place);
  if (target == "builtins.len" && arguments.size() == 1) {
    if (const Tensor* tensor = arguments[0].value.tensor())
      return plugin.value(
          plugin.api().tensor_member(place, text("size"), tensor->get(), /*arguments=*/1, 0));
    if (is_sequence(arguments[0].value))
      return {Argument(static_cast<int64_t>(items_of(arguments[0].value).size()))};
  }
  if (target == "operator.setitem" && arguments.size() == 3) {
    const Tensor* tensor = arguments[0].value.tensor();
    const Tensor* source = arguments[2].value.tensor();
    if (tensor && source) {
      Encoder encoder;
      const std::vector<FxValue> indices = encode_indices(encoder, arguments[1].value);
      return plugin.value(plugin.api().index_put(place, tensor->get(), indices.data(),
                                                 indices.size(), source->get()));
    }
  }
  return call_schemas(plugin, node, arguments,
                      libtorch_of(node).find_schemas(tensor_operator(target)), place);
}

/// NAME of torch.nn.functional.NAME that C++ has; empty when the target is none.
std::string_view functional_of(const Plugin& plugin, const Node& node) {
  constexpr std::string_view functional = "torch.nn.functional.";
  std::string_view target = node.target();
  if (node.op() != Opcode::CallFunction || !target.starts_with(functional)) return {};
  target.remove_prefix(functional.size());
  return plugin.api().has_functional(text(target)) != 0 ? target : std::string_view();
}

Example call_functional(const Plugin& plugin, const LibTorch& libtorch, std::string_view name,
                        const Examples& arguments, FxPlace place) {
  std::span<const std::string_view> names;
  if (const PythonFunction* python = find_functional(name, libtorch.version()))
    names = python->positional;
  if (names.empty())
    if (const CppFunctional* cpp = libtorch.find_cpp_functional(name)) names = cpp->parameters;
  Encoder encoder;
  const std::vector<FxNamed> named = encoder.encode_named(libtorch, arguments, names);
  return plugin.value(plugin.api().call_functional(place, text(name), named.data(), named.size()));
}

} // namespace

Example call(const Plugin& plugin, const Node& node, const Examples& arguments, FxPlace place) {
  if (const std::string_view name = functional_of(plugin, node); !name.empty()) {
    // torch.nn.functional.pad is the operator itself, whose options C++ has in a form of its own.
    const PythonFunction* python = find_functional(name, libtorch_of(node).version());
    const std::span<const Schema> schemas = libtorch_of(node).find_schemas(name);
    if (python && python->passes_through && !schemas.empty())
      return call_schemas(plugin, node, arguments, schemas, place);
    return call_functional(plugin, libtorch_of(node), name, arguments, place);
  }
  const std::string_view target = node.target();
  const Callee& callee = callee_of(node);
  if (node.op() == Opcode::CallMethod)
    if (std::optional<Example> result = call_tensor_method(plugin, target, arguments, place))
      return std::move(*result);
  if (node.op() == Opcode::CallFunction && target == "torch.tensor" && !arguments.empty())
    return make_tensor(plugin, arguments, place);
  if (node.op() == Opcode::CallMethod || !callee.is_python())
    return call_schemas(plugin, node, arguments, callee.schemas, place);
  return call_python(plugin, node, arguments, place);
}

Example call_init_function(const Plugin& plugin, const LibTorch& libtorch, std::string_view name,
                           const Examples& arguments) {
  const Tensor* tensor = arguments.empty() ? nullptr : arguments.front().value.tensor();
  for (const NamedExample& argument : arguments)
    if (!argument.name.empty()) throw Unknown("torch.nn.init by keywords");
  if (tensor == nullptr) throw Unknown("torch.nn.init of what is no tensor");
  Encoder encoder;
  std::vector<FxValue> values;
  for (const FxNamed& argument : encoder.encode_named(libtorch, arguments))
    values.push_back(argument.value);
  return plugin.value(plugin.api().call_init(text(name), values.data(), values.size()));
}

} // namespace fx::ops::kernels
