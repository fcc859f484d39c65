#include "fx/Analysis/Numbers.h"

#include "fx/Analysis/Effects.h"
#include "fx/Ops/Callee.h"

#include <algorithm>

namespace fx {

namespace {

/// getattr(tensor, "shape"), and not a member of a struct that has this name.
bool is_number_attribute(const Node& node, EffectOracle& oracle) {
  if (node.args().size() < 2 || !node.arg(1).is(Argument::Kind::String)) return false;
  const Node* object = node.arg(0).is_node() ? node.arg(0).as_node() : nullptr;
  if (object == nullptr || oracle(*object).unknown) return false;
  const std::string* type = object->meta(meta::cpp_type);
  if (type != nullptr && !ValueType::parse(*type).is(ValueType::Kind::Tensor)) return false;
  const ops::TensorAttribute* known = ops::find_tensor_attribute(node.arg(1).symbol());
  return known != nullptr && known->kind != ValueType::Kind::Tensor;
}

/// By its C++ type: "size_t", "bool".
bool is_declared_unsigned(const Node& node) {
  const std::string* type = node.meta(meta::cpp_type);
  const ValueType::Structs none;
  return type != nullptr && ValueType::parse(*type, &none).is_unsigned();
}

bool is_non_negative_literal(const Argument& value) {
  switch (value.kind()) {
  case Argument::Kind::Bool: return true;
  case Argument::Kind::Int: return value.as_int() >= 0;
  case Argument::Kind::Float: return value.as_float() >= 0;
  default: return false;
  }
}

/// Whether a number that is computed so cannot be negative; `of` tells it of the operands.
template <class Of>
bool is_non_negative_call(const Node& node, const Of& of) {
  const std::string_view target = node.target();
  if (node.op() == Opcode::CallMethod)
    return target == "size" || target == "dim" || target == "numel" || target == "nelement" ||
           target == "ndimension" || target == "element_size";
  const auto all = [&] { return std::ranges::all_of(node.args(), of); };
  if (target == "builtins.len" || target == "builtins.abs" || target == "builtins.bool")
    return true;
  if (node.args().empty()) return false;
  if (target == "builtins.getattr" && node.args().size() > 1)
    return node.arg(1) == Argument("shape") || node.arg(1) == Argument("ndim");
  if (target == "operator.getitem" || target == "builtins.int" || target == "builtins.float" ||
      target == "operator.pow" || target == "operator.rshift" || target == "operator.lshift")
    return of(node.arg(0));
  if (target == "builtins.max") return std::ranges::any_of(node.args(), of);
  // Python's rest has the sign of the divisor.
  if (target == "operator.mod") return of(node.arg(node.args().size() - 1));
  if (target == "operator.and_") return std::ranges::any_of(node.args(), of);
  return (target == "operator.add" || target == "operator.mul" || target == "operator.floordiv" ||
          target == "operator.truediv" || target == "builtins.min" || target == "operator.or_") &&
         all();
}

} // namespace

NumberAnalysis::NumberAnalysis(const Graph& graph, const TracedModule& module)
    : numbers_(graph.id_limit()), non_negative_(graph.id_limit()) {
  EffectOracle oracle(&module);
  for (const Node* node : graph) {
    const auto is_known = [&](const Node* input) { return is_number(*input); };
    bool number = false;
    if (node->op() == Opcode::Placeholder) {
      const std::string* type = node->meta(meta::cpp_type);
      number = type != nullptr && ValueType::parse(*type).is_plain();
    } else if (node->op() == Opcode::CallFunction || node->op() == Opcode::CallMethod) {
      number = oracle(*node).no_memory;
      if (!number && node->op() == Opcode::CallFunction) {
        if (node->is_call_function("builtins.getattr"))
          number = is_number_attribute(*node, oracle);
        else if (ops::callee_of(*node).is_python()) // numbers of numbers
          number = std::ranges::all_of(node->input_nodes(), is_known);
      }
    }
    numbers_[node->id()] = number;
    if (!number) continue;
    const auto is_positive = [&](const Argument& operand) {
      return operand.is_node() ? is_non_negative(*operand.as_node())
                               : is_non_negative_literal(operand);
    };
    non_negative_[node->id()] =
        is_declared_unsigned(*node) ||
        (node->op() != Opcode::Placeholder && is_non_negative_call(*node, is_positive));
  }
}

bool NumberAnalysis::agrees_with(const NumberAnalysis& other, const Graph& graph) const {
  return std::ranges::all_of(graph, [&](const Node* node) {
    return is_number(*node) == other.is_number(*node) &&
           is_non_negative(*node) == other.is_non_negative(*node);
  });
}

} // namespace fx
