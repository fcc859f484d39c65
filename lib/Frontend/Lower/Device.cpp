#include "Frontend/Lower/Device.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"

#include <unordered_set>

namespace fx::frontend {

namespace {

/// Whether a device other than the CPU, or one that is not known, stands in an argument.
bool names_a_device(const Argument& argument) {
  if (argument.is(Argument::Kind::Device)) return argument.symbol().view() != "cpu";
  return argument.is_aggregate() && llvm::any_of(argument.items(), names_a_device);
}

/// x.device(), torch::kCUDA, or an option that is no matter of the values.
bool is_device_or_flag(const Argument& argument) {
  if (argument.is_node())
    return argument.as_node()->is_call_function("builtins.getattr") &&
           argument.as_node()->arg(1) == Argument::string("device");
  return argument.is(Argument::Kind::Device) || argument.is(Argument::Kind::Bool) ||
         argument.is_none();
}

bool is_move(const Node& node) {
  if (node.op() != Opcode::CallMethod || node.args().empty() || !node.arg(0).is_node())
    return false;
  const llvm::StringRef target = node.target().view();
  return (target == "to" || target == "cuda" || target == "cpu") &&
         llvm::all_of(node.args().subspan(1), is_device_or_flag) &&
         llvm::all_of(node.kwargs(), [](const KeywordArgument& keyword) {
           return is_device_or_flag(keyword.value);
         });
}

} // namespace

const Node& before_moves(const Node& tensor) {
  const Node* node = &tensor;
  while (is_move(*node))
    node = node->arg(0).as_node();
  return *node;
}

bool stays_on_cpu(const Node& tensor) {
  std::vector<const Node*> stack{&tensor};
  std::unordered_set<const Node*> seen;
  while (!stack.empty()) {
    const Node* node = stack.back();
    stack.pop_back();
    if (!seen.insert(node).second) continue;
    const llvm::StringRef target = node->target().view();
    const bool is_known =
        node->op() != Opcode::CallFunction ||
        llvm::is_contained({"torch", "operator", "builtins", "math"}, target.split('.').first);
    if (!is_known || llvm::is_contained({"cuda", "xpu", "hpu", "vulkan", "metal"}, target) ||
        llvm::any_of(node->args(), names_a_device) ||
        llvm::any_of(node->kwargs(),
                     [](const KeywordArgument& keyword) { return names_a_device(keyword.value); }))
      return false;
    for (const Node* input : node->all_input_nodes())
      stack.push_back(input);
  }
  return true;
}

} // namespace fx::frontend
