#include "Operators.h"

#include "fx/IR/ElementType.h"
#include "fx/IR/MemoryLayout.h"
#include "fx/Ops/CallBinding.h"
#include "fx/Ops/Callee.h"
#include "fx/Ops/LibTorch.h"
#include "fx/Ops/PythonArithmetic.h"
#include "fx/Ops/Spelling.h"

#include <ATen/ATen.h>
#include <ATen/TensorIndexing.h>
#include <ATen/core/dispatch/Dispatcher.h>

#include <algorithm>
#include <optional>

namespace fx::runtime {

namespace {

using Kind = Argument::Kind;

/// An argument as a parameter of a schema takes it; nothing when it does not.
class Converter {
public:
  explicit Converter(c10::Device device) : device_(device) {}

  /// `length`: of int[2], which one number can stand for. `wraps`: a number may stand for a tensor.
  std::optional<c10::IValue> convert(const Example& example, const c10::Type& type,
                                     std::optional<int32_t> length, bool wraps) const {
    if (const auto* optional = type.castRaw<c10::OptionalType>()) {
      if (example.is_none()) return c10::IValue();
      return convert(example, *optional->getElementType(), length, wraps);
    }
    if (const auto* list = type.castRaw<c10::ListType>())
      return convert_list(example, *list, length, wraps);
    if (const at::Tensor* tensor = example.tensor())
      return type.kind() == c10::TypeKind::TensorType ? std::optional<c10::IValue>(*tensor)
                                                      : std::nullopt;
    if (const Argument* literal = example.literal()) return convert_literal(*literal, type, wraps);
    return std::nullopt;
  }

private:
  std::optional<c10::IValue> convert_literal(const Argument& value, const c10::Type& type,
                                             bool wraps) const {
    const bool is_int = value.is(Kind::Int) || value.is(Kind::Bool);
    const int64_t number = value.is(Kind::Bool) ? int64_t(value.as_bool())
                           : is_int             ? value.as_int()
                                                : 0;
    switch (type.kind()) {
    case c10::TypeKind::IntType:
    case c10::TypeKind::SymIntType:
      if (is_int) return c10::IValue(number);
      return convert_name(value);
    case c10::TypeKind::FloatType:
      if (value.is(Kind::Float)) return c10::IValue(value.as_float());
      return is_int ? std::optional<c10::IValue>(static_cast<double>(number)) : std::nullopt;
    case c10::TypeKind::BoolType:
      return is_int ? std::optional<c10::IValue>(number != 0) : std::nullopt;
    case c10::TypeKind::NumberType: return scalar(value);
    case c10::TypeKind::StringType:
      if (value.is(Kind::String)) return c10::IValue(value.symbol().str());
      return std::nullopt;
    case c10::TypeKind::DeviceObjType:
      if (value.is(Kind::Device) || value.is(Kind::String)) return c10::IValue(device_);
      return std::nullopt;
    case c10::TypeKind::TensorType: {
      const std::optional<c10::IValue> wrapped = wraps ? scalar(value) : std::nullopt;
      if (!wrapped) return std::nullopt;
      at::Tensor tensor = at::scalar_tensor(wrapped->toScalar(), wrapped->isDouble() ? at::kDouble
                                                                 : wrapped->isBool() ? at::kBool
                                                                                     : at::kLong);
      tensor.unsafeGetTensorImpl()->set_wrapped_number(true);
      return c10::IValue(std::move(tensor));
    }
    default: return std::nullopt;
    }
  }

  static std::optional<c10::IValue> scalar(const Argument& value) {
    if (value.is(Kind::Bool)) return c10::IValue(value.as_bool());
    if (value.is(Kind::Int)) return c10::IValue(value.as_int());
    if (value.is(Kind::Float)) return c10::IValue(value.as_float());
    return std::nullopt;
  }

  /// A dtype, a layout, a memory format: enumerators are ints in schemas.
  static std::optional<c10::IValue> convert_name(const Argument& value) {
    if (value.is(Kind::Dtype))
      if (const auto type = scalar_type(value.symbol().view()))
        return c10::IValue(static_cast<int64_t>(*type));
    if (value.is(Kind::Layout) && value.symbol() == Symbol("strided"))
      return c10::IValue(static_cast<int64_t>(at::kStrided));
    if (value.is(Kind::MemoryFormat))
      if (const MemoryLayout* format = find_memory_format(value.symbol()))
        return c10::IValue(static_cast<int64_t>(format->number));
    return std::nullopt;
  }

  std::optional<c10::IValue> convert_list(const Example& example, const c10::ListType& type,
                                          std::optional<int32_t> length, bool wraps) const {
    const c10::TypePtr& element = type.getElementType();
    c10::impl::GenericList list(element);
    if (is_sequence(example)) {
      for (const Example& item : items_of(example)) {
        std::optional<c10::IValue> converted = convert(item, *element, std::nullopt, wraps);
        if (!converted) return std::nullopt;
        list.push_back(*converted);
      }
      return c10::IValue(list);
    }
    if (!length) return std::nullopt;
    std::optional<c10::IValue> converted = convert(example, *element, std::nullopt, false);
    if (!converted) return std::nullopt;
    for (int32_t i = 0; i < *length; ++i)
      list.push_back(*converted);
    return c10::IValue(list);
  }

  c10::Device device_;
};

/// The operator's stack for these arguments; nothing when this overload does not take them.
std::optional<std::vector<c10::IValue>> make_stack(const Node& node, const Examples& arguments,
                                                   const ops::Schema& schema,
                                                   const c10::FunctionSchema& parameters,
                                                   c10::Device device, bool wraps) {
  const std::optional<ops::BoundCall> binding = ops::bind_call(node, schema);
  if (!binding) return std::nullopt;
  std::vector<std::vector<const Example*>> given(parameters.arguments().size());
  for (size_t i = 0; i < arguments.size(); ++i)
    if (const int at = binding->parameters[i]; at >= 0)
      given[static_cast<size_t>(at)].push_back(&arguments[i].value);
  const Converter converter(device);
  std::vector<c10::IValue> stack;
  stack.reserve(given.size());
  for (size_t i = 0; i < given.size(); ++i) {
    const c10::Argument& parameter = parameters.arguments()[i];
    if (given[i].empty()) {
      if (!parameter.default_value()) return std::nullopt;
      stack.push_back(*parameter.default_value());
      continue;
    }
    Example value = *given[i].front();
    // x.view(2, -1): a list spread over the operands.
    if (const bool is_list = parameter.type()->kind() == c10::TypeKind::ListType ||
                             schema.arguments[i].is_int_list();
        given[i].size() > 1 ||
        (is_list && !parameter.N() && !is_sequence(value) && !value.is_none())) {
      Sequence spread;
      spread.items.reserve(given[i].size());
      for (const Example* item : given[i])
        spread.items.push_back(*item);
      value = {std::move(spread)};
    }
    std::optional<c10::IValue> converted =
        converter.convert(value, *parameter.type(),
                          parameter.N() ? std::optional(*parameter.N()) : std::nullopt, wraps);
    if (!converted) return std::nullopt;
    stack.push_back(std::move(*converted));
  }
  return stack;
}

Example result_of(std::vector<c10::IValue>& stack) {
  if (stack.empty()) return {Argument()};
  if (stack.size() == 1) return to_example(stack.front());
  Sequence results{{}, true};
  results.items.reserve(stack.size());
  for (const c10::IValue& result : stack)
    results.items.push_back(to_example(result));
  return {std::move(results)};
}

Example call_schemas(const Node& node, const Examples& arguments,
                     std::span<const ops::Schema> schemas, c10::Device device) {
  // First as the arguments stand, then with numbers for tensors, as Python's wrapped numbers are.
  for (const bool wraps : {false, true})
    for (const ops::Schema& schema : schemas) {
      const auto handle = c10::Dispatcher::singleton().findSchema(
          {"aten::" + std::string(schema.name), std::string(schema.overload)});
      if (!handle) continue;
      std::optional<std::vector<c10::IValue>> stack =
          make_stack(node, arguments, schema, handle->schema(), device, wraps);
      if (!stack) continue;
      handle->callBoxed(&*stack);
      return result_of(*stack);
    }
  throw Unknown("no operator of LibTorch takes these arguments");
}

/// "operator.truediv" -> "div": the operator that computes it on tensors.
std::string_view tensor_operator(std::string_view target) {
  if (const ops::OperatorSpelling* spelling = ops::find_operator(target))
    return spelling->on_tensors;
  for (const std::string_view prefix : {"operator.", "math.", "builtins."})
    if (target.starts_with(prefix)) target.remove_prefix(prefix.size());
  return target;
}

c10::optional<int64_t> bound(const Argument& value) {
  if (value.is(Kind::Int)) return value.as_int();
  if (value.is_none()) return c10::nullopt;
  throw Unknown("a slice that is not known");
}

at::indexing::TensorIndex tensor_index(const Example& index) {
  if (const at::Tensor* tensor = index.tensor()) return {*tensor};
  const Argument* literal = index.literal();
  if (literal == nullptr) throw Unknown("an index that is a list");
  switch (literal->kind()) {
  case Kind::None: return {at::indexing::None};
  case Kind::Ellipsis: return {at::indexing::Ellipsis};
  case Kind::Bool: return {literal->as_bool()};
  case Kind::Int: return {literal->as_int()};
  case Kind::Slice:
    return {at::indexing::Slice(bound(literal->items()[0]), bound(literal->items()[1]),
                                bound(literal->items()[2]))};
  default: throw Unknown("this index");
  }
}

std::vector<at::indexing::TensorIndex> tensor_indices(const Example& index) {
  std::vector<at::indexing::TensorIndex> indices;
  if (!is_sequence(index)) {
    indices.push_back(tensor_index(index));
    return indices;
  }
  for (const Example& item : items_of(index))
    indices.push_back(tensor_index(item));
  return indices;
}

Example get_item(const Example& value, const Example& index) {
  if (const at::Tensor* tensor = value.tensor()) return {tensor->index(tensor_indices(index))};
  const Argument* at = index.literal();
  std::vector<Example> items = items_of(value);
  if (at == nullptr || !is_sequence(value)) throw Unknown("an element of this");
  if (at->is(Kind::Int)) {
    const std::optional<size_t> place = ops::python_index(at->as_int(), items.size());
    TORCH_CHECK_INDEX(place, "index ", at->as_int(), " is out of range: there are ", items.size(),
                      " items");
    return items[*place];
  }
  throw Unknown("a slice of a list");
}

Example value_of(int64_t number) {
  return {Argument(number)};
}

Example value_of(bool flag) {
  return {Argument(flag)};
}

Example value_of(at::IntArrayRef numbers) {
  Sequence sizes{{}, true};
  for (const int64_t number : numbers)
    sizes.items.push_back(value_of(number));
  return {std::move(sizes)};
}

Example value_of(at::Tensor tensor) {
  return {std::move(tensor)};
}

Example value_of(Argument literal) {
  return {std::move(literal)};
}

/// What a member of a tensor gives, as the tables of fx/Ops compute it; `run` is null where none
/// does.
struct MemberValue {
  std::string_view name;
  int arguments;
  Example (*run)(const at::Tensor& self, int64_t at);
};

#define FX_RUN(EXPRESSION)                                                                         \
  [](const at::Tensor& self, [[maybe_unused]] int64_t at) { return value_of(EXPRESSION); }
#define FX_NOT_RUN(WHY) nullptr
const MemberValue attributes[] = {
#define FX_TENSOR_ATTRIBUTE(NAME, KIND, FACT, CPP, TORCHSCRIPT, RUN) {NAME, 0, RUN},
#include "fx/Ops/TensorAttributes.def"
};
const MemberValue members[] = {
#define FX_TENSOR_MEMBER(NAME, ARGUMENTS, EFFECT, FACT, CPP, TORCHSCRIPT, RUN)                     \
  {NAME, ARGUMENTS, RUN},
#include "fx/Ops/TensorMembers.def"
};
#undef FX_RUN
#undef FX_NOT_RUN

Example get_attribute(const Example& value, std::string_view name) {
  const at::Tensor* tensor = value.tensor();
  if (tensor == nullptr) throw Unknown("a member of this");
  const auto* row = std::ranges::find(attributes, name, &MemberValue::name);
  if (row == std::end(attributes) || row->run == nullptr)
    throw Unknown("this attribute of a tensor");
  return row->run(*tensor, 0);
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

/// torch.tensor(data, dtype=...): Python's own, no operator.
Example make_tensor(const Examples& arguments, c10::Device device) {
  std::vector<int64_t> sizes;
  Example item = arguments.front().value;
  while (is_sequence(item)) {
    const std::vector<Example> items = items_of(item);
    sizes.push_back(static_cast<int64_t>(items.size()));
    if (items.empty()) break;
    item = items.front();
  }
  at::ScalarType type = at::kFloat;
  if (const Argument* first = item.literal())
    type = first->is(Kind::Bool) ? at::kBool : first->is(Kind::Int) ? at::kLong : at::kFloat;
  for (const NamedExample& argument : arguments)
    if (argument.name == "dtype" && argument.value.literal() &&
        argument.value.literal()->is(Kind::Dtype))
      if (const auto given = scalar_type(argument.value.literal()->symbol())) type = *given;
  if (device.is_meta()) return {at::empty(sizes, at::TensorOptions().dtype(type).device(device))};
  std::vector<Argument> numbers;
  append_numbers(arguments.front().value, numbers);
  const bool is_float =
      std::ranges::any_of(numbers, [](const Argument& number) { return number.is(Kind::Float); });
  at::Tensor tensor =
      at::empty(static_cast<int64_t>(numbers.size()), is_float ? at::kDouble : at::kLong);
  for (size_t i = 0; i < numbers.size(); ++i) {
    const Argument& number = numbers[i];
    const double fraction = number.is(Kind::Float) ? number.as_float() : 0;
    const int64_t whole = number.is(Kind::Bool)  ? int64_t(number.as_bool())
                          : number.is(Kind::Int) ? number.as_int()
                                                 : 0;
    if (is_float)
      tensor.data_ptr<double>()[i] = number.is(Kind::Float) ? fraction : static_cast<double>(whole);
    else
      tensor.data_ptr<int64_t>()[i] = whole;
  }
  return {tensor.to(type).view(sizes)};
}

/// Methods of Python's Tensor that are no operators.
std::optional<Example> call_tensor_method(std::string_view name, const Examples& arguments) {
  const at::Tensor* self = arguments.empty() ? nullptr : arguments.front().value.tensor();
  if (self == nullptr) return std::nullopt;
  const auto count = static_cast<int>(arguments.size()) - 1;
  const Argument* literal = count == 1 ? arguments[1].value.literal() : nullptr;
  if (count == 1 && !(literal && literal->is(Kind::Int))) return std::nullopt;
  for (const MemberValue& row : members)
    if (row.name == name && row.arguments == count && row.run != nullptr)
      return row.run(*self, literal ? literal->as_int() : 0);
  const ElementType* type = count == 0 ? find_conversion(name) : nullptr;
  if (type == nullptr) return std::nullopt;
  return Example{self->to(static_cast<at::ScalarType>(type->number))};
}

} // namespace

Example call_operator(const Node& node, const Examples& arguments, c10::Device device) {
  const std::string target = node.target().str();
  const ops::Callee& callee = ops::callee_of(node);
  if (node.op() == Opcode::CallMethod) {
    if (std::optional<Example> result = call_tensor_method(target, arguments)) return *result;
    return call_schemas(node, arguments, callee.schemas, device);
  }
  if (target == "torch.tensor" && !arguments.empty()) return make_tensor(arguments, device);
  if (!callee.is_python()) return call_schemas(node, arguments, callee.schemas, device);

  std::vector<Argument> literals;
  for (const NamedExample& argument : arguments)
    if (std::optional<Argument> literal = as_literal(argument.value))
      literals.push_back(std::move(*literal));
  if (literals.size() == arguments.size()) {
    if (const std::optional<Argument> value = ops::python_call(target, literals)) return {*value};
    throw Unknown("what Python makes of these values");
  }
  if (target == "operator.getitem" && arguments.size() == 2)
    return get_item(arguments[0].value, arguments[1].value);
  if (target == "builtins.getattr" && arguments.size() == 2 && arguments[1].value.literal())
    return get_attribute(arguments[0].value, arguments[1].value.literal()->symbol().view());
  if (target == "builtins.len" && arguments.size() == 1) {
    if (const at::Tensor* tensor = arguments[0].value.tensor()) return {Argument(tensor->size(0))};
    if (is_sequence(arguments[0].value))
      return {Argument(static_cast<int64_t>(items_of(arguments[0].value).size()))};
  }
  if (target == "operator.setitem" && arguments.size() == 3) {
    const at::Tensor* tensor = arguments[0].value.tensor();
    const at::Tensor* source = arguments[2].value.tensor();
    if (tensor && source) {
      at::Tensor place = *tensor;
      place.index_put_(tensor_indices(arguments[1].value), *source);
      return {Argument()};
    }
  }
  return call_schemas(node, arguments, ops::libtorch_of(node).find_schemas(tensor_operator(target)),
                      device);
}

} // namespace fx::runtime
