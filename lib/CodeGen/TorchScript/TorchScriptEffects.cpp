// Nodes that compute nothing: modes that are entered and left, assertions.
#include "TorchScriptWriter.h"

#include "../Guards.h"

namespace fx::codegen {

namespace {

// As torch.jit.script writes torch.no_grad, for any mode of gradients.
constexpr std::string_view grad_mode_text = R"(
class grad_mode:
  enabled : bool
  previous : bool
  def __enter__(self: __torch__.grad_mode) -> NoneType:
    self.previous = torch.is_grad_enabled()
    torch.set_grad_enabled(self.enabled)
    return None
  def __exit__(self: __torch__.grad_mode,
    exc_type: Any,
    exc_value: Any,
    traceback: Any) -> NoneType:
    torch.set_grad_enabled(self.previous)
    return None
  def __init__(self: __torch__.grad_mode,
    enabled: bool) -> NoneType:
    self.enabled = enabled
    self.previous = False
    return None
)";

} // namespace

std::string_view torchscript_guards_in(std::string_view text) {
  return text.find("__torch__.grad_mode.__new__") == text.npos ? std::string_view()
                                                               : grad_mode_text;
}

/// Writes a node that makes, enters or leaves a mode; false for other nodes.
bool TorchScriptWriter::write_guard(const Node* node, const std::unordered_set<const Node*>& blocks,
                                    std::string& indent, std::vector<std::string>& lines) {
  if (const std::optional<Guard> guard = guard_of(*node)) {
    if (!blocks.contains(node)) failure_.at(node, diag::torchscript_modes_not_nested);
    if (*guard == Guard::InferenceMode || *guard == Guard::Autocast)
      failure_.at(node, diag::torchscript_mode_missing, node->target().str(),
                  *guard == Guard::Autocast
                      ? " that casts what LibTorch's casts: it has a pass of its own for that; "
                        "--emit=python and --emit=cpp write the mode"
                      : "");
    current_ = node;
    const Argument* mode = guard_operand(*node, 0, "mode");
    const std::string enabled = *guard == Guard::NoGrad       ? "False"
                                : *guard == Guard::EnableGrad ? "True"
                                : mode                        ? value(*mode, "bool")
                                                              : "True";
    const std::string name = names_.claim(node->name().view(), "_");
    variables_[node] = name;
    lines.push_back(indent + name + " = __torch__.grad_mode.__new__(__torch__.grad_mode)");
    lines.push_back(indent + names_.claim(name + "_made", "_") + " = (" + name + ").__init__(" +
                    enabled + ", )");
    return true;
  }
  const Node* entered = entered_guard(*node);
  const Node* left = left_guard(*node);
  if ((entered && !blocks.contains(entered)) || (left && !blocks.contains(left))) {
    // Also where it stands before what makes the mode, in a graph that is not checked.
    failure_.at(node, diag::torchscript_modes_not_nested);
    return true;
  }
  if (entered) {
    lines.push_back(indent + "with " + variables_[entered] + ":");
    indent += "  ";
    return true;
  }
  if (left) {
    if (lines.back().ends_with(":")) lines.push_back(indent + "pass");
    if (indent.size() >= 2) indent.resize(indent.size() - 2);
    return true;
  }
  return false;
}

std::string TorchScriptWriter::assertion(const Node* node) {
  const auto [condition, message] = assertion_of(node);
  if (!condition) return {};
  std::string text = value(*condition);
  if (!type(*condition).is(ValueType::Kind::Bool)) text = "bool(" + text + ")";
  const bool has_message = message && message->is(Argument::Kind::String);
  return "assert " + text + (has_message ? ", " + value(*message) : "");
}

} // namespace fx::codegen
