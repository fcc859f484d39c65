// Nodes that compute nothing: modes that are entered and left, assertions.
#include "CppWriter.h"

#include "../Guards.h"

namespace fx::codegen {
namespace {

bool is_false(const Argument* argument) {
  return argument && argument->is(Argument::Kind::Bool) && !argument->as_bool();
}

} // namespace

/// The object whose life is the mode: "std::make_unique<torch::NoGradGuard>()".
std::string CppWriter::guard_object(const Node* call) {
  const auto flag = [&](const Argument* argument) {
    return argument ? value(*argument) : std::string("true");
  };
  switch (*guard_of(*call)) {
  case Guard::NoGrad: return "std::make_unique<torch::NoGradGuard>()";
  case Guard::EnableGrad: return "std::make_unique<torch::AutoGradMode>(true)";
  case Guard::SetGradEnabled:
    return "std::make_unique<torch::AutoGradMode>(" + flag(guard_operand(*call, 0, "mode")) + ")";
  case Guard::InferenceMode:
    return "std::make_unique<c10::InferenceMode>(" + flag(guard_operand(*call, 0, "mode")) + ")";
  case Guard::Autocast: break;
  }
  const Argument* device = guard_operand(*call, 0, "device_type");
  const std::string_view where =
      device && device->is(Argument::Kind::String) ? device->symbol().view() : "";
  if (where != "cpu" && where != "cuda") return failure_.at(call, diag::autocast_device);
  helpers_->autocast = true; // statements have them, single calls alone do not
  const Argument* dtype = guard_operand(*call, 1, "dtype");
  const Argument* cache = guard_operand(*call, 3, "cache_enabled");
  if (is_false(cache)) return failure_.at(call, diag::autocast_without_a_cache);
  return "std::make_unique<Autocast>(" + std::string(where == "cpu" ? "true" : "false") + ", " +
         (dtype && !dtype->is_none() ? value(*dtype, "ScalarType") : "c10::nullopt") + ", " +
         flag(guard_operand(*call, 2, "enabled")) + ")";
}

/// The statement of a node that makes, enters or leaves a mode; nothing for other nodes. A mode
/// lasts as long as an object: from where it is entered to where the object is reset.
std::optional<std::string> CppWriter::guard_statement(const Node* node) {
  const auto begin = [&](const Node* guard) {
    std::string& variable = expressions_[guard];
    if (!variable.empty()) return failure_.at(node, diag::mode_entered_twice);
    variable = names_.claim(guard->name().view(), "_guard");
    return "auto " + variable + " = " + guard_object(guard) + ";";
  };
  if (const std::optional<Guard> guard = guard_of(*node)) {
    // Python's works from where it is made.
    return *guard == Guard::SetGradEnabled ? begin(node) : std::string();
  }
  if (const Node* guard = entered_guard(*node))
    return *guard_of(*guard) == Guard::SetGradEnabled ? std::string() : begin(guard);
  if (const Node* guard = left_guard(*node)) {
    if (expression(guard).empty()) return failure_.at(node, diag::mode_left_without_entering);
    return expression(guard) + ".reset();";
  }
  return std::nullopt;
}

std::string CppWriter::assertion(const Node* node) {
  const auto [condition, message] = assertion_of(node);
  if (!condition) return {};
  std::string text = value(*condition);
  const ValueType tested = type(*condition);
  const bool is_tensor = tested.is(ValueType::Kind::Tensor) || tested.is(ValueType::Kind::Unknown);
  if (condition->is_node() && is_tensor) text += ".item<bool>()";
  if (condition->is_none()) text = "false";
  const bool has_message =
      message && message->is(Argument::Kind::String) && !message->symbol().view().empty();
  if (has_message) text += ", " + cpp_string(message->symbol());
  return "TORCH_CHECK(" + text + ")";
}

} // namespace fx::codegen
