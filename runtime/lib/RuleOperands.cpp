#include "RuleOperands.h"

#include "Call.h"
#include "OperatorCall.h"
#include "TraceState.h"

#include "fx/IR/ElementType.h"
#include "fx/IR/MemoryLayout.h"
#include "fx/IR/Printer.h"
#include "fx/Ops/CallBinding.h"
#include "fx/Ops/Callee.h"
#include "fx/Ops/PythonSignature.h"

#include <ATen/ScalarOps.h>

#include <fmt/format.h>

#include <algorithm>

namespace fx::runtime {

namespace {

using Parameter = TracedFunction::Parameter;

/// A value that a node computes is a tensor unless C++ said otherwise.
const ValueType& type_of(const Node* node) {
  static const ValueType tensor = ValueType::tensor(), unknown;
  const std::string* type = node->meta(meta::cpp_type);
  return type == nullptr || type->find("Tensor") != std::string::npos ? tensor : unknown;
}

std::string full_name(const ops::Schema& schema) {
  return fmt::format("aten::{}{}{}", schema.name, schema.overload.empty() ? "" : ".",
                     schema.overload);
}

std::optional<ops::BoundCall> bound_call(const Node& node) {
  const ops::PythonFunction* python = ops::callee_of(node).functional;
  const std::span<const ops::Schema> schemas = operator_schemas(node);
  if (const Argument* traced = node.meta(free_meta_key("overload"));
      traced && traced->is(Argument::Kind::String))
    for (const ops::Schema& schema : schemas)
      if (full_name(schema) == traced->symbol().view())
        if (std::optional<ops::BoundCall> call = ops::bind_call(node, schema, {}, python))
          return call;
  return ops::bind_best(node, schemas, python, type_of);
}

/// "torch.ops.mylib.blur.default" by position and by the names of its schema.
std::optional<OperatorOf> registered_operator(const Node& node) {
  std::optional<c10::OperatorHandle> op = find_registered(node);
  if (!op) return std::nullopt;
  OperatorOf found{*op, {}};
  found.values.resize(op->schema().arguments().size());
  if (node.args().size() > found.values.size()) return std::nullopt;
  for (size_t i = 0; i < node.args().size(); ++i)
    found.values[i] = node.arg(i);
  for (const KeywordArgument& keyword : node.kwargs()) {
    const auto at = op->schema().argumentIndexWithName(keyword.name.str());
    if (!at) return std::nullopt;
    found.values[static_cast<size_t>(*at)] = keyword.value;
  }
  return found;
}

template <class Rows>
Value number_of(const Rows& rows, Symbol name) {
  for (const auto& row : rows)
    if (row.name == name.view()) return {static_cast<int64_t>(row.number)};
  throw RuntimeError(fmt::format("this LibTorch has no {}", name.view()));
}

bool is_number(const Argument& value) {
  return value.is(Argument::Kind::Bool) || value.is(Argument::Kind::Int) ||
         value.is(Argument::Kind::Float);
}

bool is_optional(const Parameter& parameter) {
  return parameter.cpp_type.find("optional<") != std::string::npos;
}

bool takes_anything(const Parameter& parameter) {
  return parameter.cpp_type == "c10::IValue";
}

at::Tensor wrapped_number(const Value& number) {
  const Untraced untraced;
  at::Tensor tensor = at::scalar_to_tensor(number.toScalar());
  tensor.unsafeGetTensorImpl()->set_wrapped_number(true);
  return tensor;
}

} // namespace

std::optional<OperatorOf> operator_of(const Node& node) {
  if (node.op() != Opcode::CallFunction && node.op() != Opcode::CallMethod) return std::nullopt;
  const std::optional<ops::BoundCall> call = bound_call(node);
  if (!call) return registered_operator(node);
  const auto op = c10::Dispatcher::singleton().findSchema(
      {"aten::" + std::string(call->schema->name), std::string(call->schema->overload)});
  if (!op || op->schema().arguments().size() != call->schema->arguments.size()) return std::nullopt;
  return OperatorOf{*op, call->values(node)};
}

std::vector<RuleOperands::Slot> RuleOperands::named_slots(const Node& node,
                                                          const TracedFunction& function) {
  std::vector<Slot> slots;
  if (node.op() != Opcode::CallModule)
    if (const std::optional<ops::PythonSignature> signature = ops::python_signature(node)) {
      for (size_t i = 0; i < signature->parameters.size(); ++i) {
        const ops::PythonSignature::Parameter& parameter = signature->parameters[i];
        Slot& slot = slots.emplace_back();
        slot.name = parameter.name;
        if (const Argument* value = signature->values[i]) {
          slot.value = *value;
          slot.is_default = parameter.is_default(*value);
        }
      }
      return slots;
    }
  for (const Argument& value : node.args())
    slots.push_back({.name = {}, .value = value, .default_value = {}});
  for (size_t i = 0; i < function.names.size(); ++i) {
    if (i >= slots.size()) slots.emplace_back();
    slots[i].name = function.names[i];
  }
  for (const KeywordArgument& keyword : node.kwargs()) {
    const auto slot = std::ranges::find(slots, keyword.name.view(), &Slot::name);
    if (slot == slots.end())
      throw RuntimeError(fmt::format(
          "it has the keyword {}, and no parameter of the rule is known to be called so. Name "
          "them: DecompositionRule(function, {{\"x\", \"{}\"}})",
          keyword.name.view(), keyword.name.view()));
    slot->value = keyword.value;
  }
  return slots;
}

std::vector<RuleOperands::Slot> RuleOperands::slots_of(const Node& node,
                                                       const TracedFunction& function) {
  const std::optional<OperatorOf> called = operator_of(node);
  if (!called) return named_slots(node, function);
  std::vector<Slot> slots;
  const std::vector<c10::Argument>& arguments = called->op.schema().arguments();
  for (size_t i = 0; i < arguments.size(); ++i) {
    Slot& slot = slots.emplace_back();
    slot.name = arguments[i].name();
    slot.value = called->values[i];
    // A list that Python's call spreads: x.view(2, 3).
    if (slot.value && slot.value->is(Argument::Kind::Tuple)) {
      const auto items = slot.value->items();
      slot.value = Argument::list({items.begin(), items.end()});
    }
    if (const auto& value = arguments[i].default_value()) slot.default_value = *value;
    slot.list_size = arguments[i].N() ? static_cast<int>(*arguments[i].N()) : 0;
    slot.is_default = slot.value && slot.default_value && !slot.default_value->isTensor() &&
                      *slot.value == to_argument(*slot.default_value);
  }
  return slots;
}

RuleOperands::RuleOperands(const Node& node, const TracedFunction& function)
    : function_(function), slots_(slots_of(node, function)) {
  const size_t count = function.parameters.size();
  for (size_t i = count; i < slots_.size(); ++i)
    if (slots_[i].value && !slots_[i].is_default)
      throw RuntimeError(
          fmt::format("the rule takes {} operands, and operand {}{} is {}. Take it too", count, i,
                      slots_[i].name.empty() ? "" : " (" + slots_[i].name + ")",
                      python_repr(*slots_[i].value)));
  if (slots_.size() < count)
    for (size_t i = slots_.size(); i < count; ++i)
      if (!is_optional(function.parameters[i]))
        throw RuntimeError(
            fmt::format("the rule takes {} operands, and there are {}", count, slots_.size()));
  slots_.resize(count);
}

Value RuleOperands::value_of(size_t index, const std::function<Value(Node*)>& node_value) const {
  const Slot& slot = slots_[index];
  const Parameter& parameter = function_.parameters[index];
  if (!slot.value) {
    if (slot.default_value) return *slot.default_value;
    if (is_optional(parameter) || takes_anything(parameter)) return {};
    throw RuntimeError(fmt::format("operand {}{} is left out, and the rule takes a {}. Take an "
                                   "optional of it",
                                   index, slot.name.empty() ? "" : " (" + slot.name + ")",
                                   parameter.cpp_type));
  }
  const Argument& value = *slot.value;
  if (takes_anything(parameter)) return to_value(value, node_value);
  if (parameter.kind == Parameter::Kind::Tensor) {
    if (value.is_none() && !is_optional(parameter)) return {at::Tensor()};
    return is_number(value) ? Value(wrapped_number(to_value(value))) : to_value(value, node_value);
  }
  if (parameter.kind == Parameter::Kind::Other && value.has_nodes() &&
      parameter.cpp_type.find("Tensor") == std::string::npos)
    throw RuntimeError(fmt::format(
        "operand {}{} is {}, which another node computes, and the rule takes a {}. Give inputs to "
        "trace with, so that it is known, or take a Value",
        index, slot.name.empty() ? "" : " (" + slot.name + ")", python_repr(value),
        parameter.cpp_type));
  switch (value.kind()) {
  case Argument::Kind::Dtype: return number_of(all_element_types(), value.symbol());
  case Argument::Kind::Layout: return number_of(all_layouts(), value.symbol());
  case Argument::Kind::MemoryFormat: return number_of(all_memory_formats(), value.symbol());
  default: break;
  }
  if (slot.list_size > 0 && is_number(value))
    return to_list(std::vector<Value>(static_cast<size_t>(slot.list_size), to_value(value)));
  if (slot.list_size > 1 && value.is(Argument::Kind::List) && value.items().size() == 1 &&
      is_number(value.items()[0]))
    return to_list(
        std::vector<Value>(static_cast<size_t>(slot.list_size), to_value(value.items()[0])));
  return to_value(value, node_value);
}

Args RuleOperands::values(const std::function<Value(Node*)>& node_value) const {
  Args values;
  for (size_t i = 0; i < slots_.size(); ++i)
    values.push_back(value_of(i, node_value));
  return values;
}

} // namespace fx::runtime
