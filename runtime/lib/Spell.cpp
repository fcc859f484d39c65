// How a call of an operator is written in a graph.
#include "Record.h"

#include "fx/IR/ElementType.h"
#include "fx/IR/MemoryLayout.h"
#include "fx/Ops/LibTorch.h"

#include <ATen/core/Tensor.h>

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

namespace fx::runtime {

namespace {

/// A dtype, layout or memory format: an int in the schema, and more in what it was declared as.
const c10::Type& declared_type(const c10::Argument& argument) {
  const c10::Type* type = argument.real_type().get();
  while (const auto* optional = type->castRaw<c10::OptionalType>())
    type = optional->getElementType().get();
  return *type;
}

template <class Rows>
Value word(Argument::Kind kind, const Rows& rows, const Value& number) {
  for (const auto& row : rows)
    if (row.number == number.toInt()) {
      auto value = c10::make_intrusive<SpecialValue>();
      value->kind = kind;
      value->name = row.name;
      return Value::make_capsule(std::move(value));
    }
  throw TraceError(fmt::format("no graph has a word for number {} of a {}", number.toInt(),
                               kind == Argument::Kind::Dtype ? "dtype" : "layout"));
}

Value typed(const c10::Argument& argument, const Value& value) {
  if (!value.isInt()) return value;
  switch (declared_type(argument).kind()) {
  case c10::TypeKind::ScalarTypeType:
    return word(Argument::Kind::Dtype, all_element_types(), value);
  case c10::TypeKind::LayoutType: return word(Argument::Kind::Layout, all_layouts(), value);
  case c10::TypeKind::MemoryFormatType:
    return word(Argument::Kind::MemoryFormat, all_memory_formats(), value);
  default: return value;
  }
}

struct Target {
  Opcode op = Opcode::CallFunction;
  Symbol target;
  bool is_spread = false; // the items of its list of tensors are operands of their own
  c10::OperatorName name = {"", ""};
  Symbol overload = {};   // the name as one text
  Symbol registered = {}; // torch.ops.aten.add.Tensor
};

Symbol registered_target(const c10::FunctionSchema& schema) {
  const std::string_view full = schema.name();
  const size_t colons = full.find("::");
  const std::string& overload = schema.overload_name();
  return fmt::format("torch.ops.{}.{}.{}", full.substr(0, colons), full.substr(colons + 2),
                     overload.empty() ? "default" : overload);
}

Target find_target(const c10::FunctionSchema& schema) {
  const std::string_view full = schema.name();
  const size_t colons = full.find("::");
  const std::string_view space = full.substr(0, colons), name = full.substr(colons + 2);
  Target registered{Opcode::CallFunction, registered_target(schema)};
  if (space != "aten") return registered;
  // a << b, which Python's operator module has without the underscores.
  if (name.starts_with("__") && name.ends_with("__"))
    for (const char* end : {"", "_"})
      if (const ops::OperatorSpelling* found = ops::find_operator(
              fmt::format("operator.{}{}", name.substr(2, name.size() - 4), end)))
        return {Opcode::CallFunction, found->target};
  const ops::LibTorchVersion version = ops::LibTorch::built_in()->version();
  const ops::PythonFunction* function = ops::find_torch_function(name, version);
  const bool takes_self = !schema.arguments().empty() && schema.arguments()[0].name() == "self";
  if (function && (function->passes_through || function->variadic) && !function->is_method)
    return {Opcode::CallFunction, function->target, function->variadic};
  if (takes_self && ops::is_tensor_method(name, version)) return {Opcode::CallMethod, name};
  return registered;
}

/// Found once for each operator and thread.
const Target& target_of(const c10::FunctionSchema& schema) {
  thread_local std::unordered_map<const c10::FunctionSchema*, Target> known;
  Target& target = known[&schema];
  // What is registered after another has gone may have its address.
  if (target.name != schema.operator_name()) {
    target = find_target(schema);
    target.name = schema.operator_name();
    target.overload = Symbol(toString(target.name));
    target.registered = registered_target(schema);
  }
  return target;
}

OperatorNode write_operands(const c10::FunctionSchema& schema, std::span<const Value> arguments,
                            OperatorNode node, bool is_spread) {
  size_t num_positional = 0;
  for (size_t i = 0; i < arguments.size(); ++i)
    if (!schema.arguments()[i].kwarg_only() && !is_default(schema.arguments()[i], arguments[i]))
      num_positional = i + 1;
  for (size_t i = 0; i < arguments.size(); ++i) {
    const c10::Argument& argument = schema.arguments()[i];
    if (argument.kwarg_only()) {
      if (!is_default(argument, arguments[i]))
        node.kwargs.push_back({argument.name(), typed(argument, arguments[i])});
    } else if (i < num_positional) {
      if (is_spread && arguments[i].isTensorList())
        for (const at::Tensor& tensor : arguments[i].toTensorVector())
          node.args.emplace_back(tensor);
      else
        node.args.push_back(typed(argument, arguments[i]));
    }
  }
  return node;
}

} // namespace

bool is_default(const c10::Argument& argument, const Value& value) {
  const auto& default_value = argument.default_value();
  if (!default_value) return false;
  if (value.isNone() || default_value->isNone()) return value.isNone() && default_value->isNone();
  if (value.isTensor() || value.isTensorList()) return false;
  // One number stands for as many as int[2] has.
  if (argument.N() && value.isIntList() && default_value->isIntList() &&
      value.toListRef().size() == 1) {
    const std::vector<int64_t> numbers = default_value->toIntVector();
    return !numbers.empty() && std::all_of(numbers.begin(), numbers.end(), [&](int64_t number) {
      return number == value.toIntVector()[0];
    });
  }
  try {
    return to_argument(value) == to_argument(*default_value);
  } catch (const std::runtime_error&) {
    return false;
  }
}

OperatorNode spell(const c10::OperatorHandle& op, std::span<const Value> arguments) {
  const Target& target = target_of(op.schema());
  return write_operands(op.schema(), arguments, {target.op, target.target, target.overload, {}, {}},
                        target.is_spread);
}

OperatorNode spell_registered(const c10::OperatorHandle& op, std::span<const Value> arguments) {
  const Target& target = target_of(op.schema());
  return write_operands(op.schema(), arguments,
                        {Opcode::CallFunction, target.registered, target.overload, {}, {}},
                        /*is_spread=*/false);
}

} // namespace fx::runtime
