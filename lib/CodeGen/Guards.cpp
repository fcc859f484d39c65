#include "Guards.h"

namespace fx::codegen {
namespace {

const Node* guard_operand_of(const Node& node, std::string_view method) {
  if (!node.is_call_method(method) || node.args().empty() || !node.arg(0).is_node()) return nullptr;
  const Node* guard = node.arg(0).as_node();
  return guard_of(*guard) ? guard : nullptr;
}

/// Entered once, left once, and used for nothing else. Python's set_grad_enabled works from where
/// it is made, so that it has to be entered there.
bool is_used_as_block(const Node& guard) {
  size_t enters = 0, exits = 0;
  for (const Node* user : guard.users()) {
    if (user->num_users() > 0) return false;
    enters += entered_guard(*user) == &guard;
    exits += left_guard(*user) == &guard;
  }
  if (enters != 1 || exits != 1 || guard.num_users() != 2) return false;
  return !guard.is_call_function("torch.set_grad_enabled") ||
         entered_guard(*guard.next()) == &guard;
}

} // namespace

std::optional<Guard> guard_of(const Node& call) {
  constexpr std::pair<std::string_view, Guard> guards[] = {
      {"torch.no_grad", Guard::NoGrad},
      {"torch.enable_grad", Guard::EnableGrad},
      {"torch.set_grad_enabled", Guard::SetGradEnabled},
      {"torch.inference_mode", Guard::InferenceMode},
      {"torch.autocast", Guard::Autocast}};
  for (const auto& [name, guard] : guards)
    if (call.is_call_function(name)) return guard;
  return std::nullopt;
}

const Node* entered_guard(const Node& node) {
  return guard_operand_of(node, "__enter__");
}

const Node* left_guard(const Node& node) {
  return guard_operand_of(node, "__exit__");
}

std::unordered_set<const Node*> guard_blocks(const Graph& graph) {
  std::unordered_set<const Node*> blocks;
  std::vector<const Node*> open;
  for (const Node* node : graph) {
    if (const Node* guard = entered_guard(*node)) {
      if (!is_used_as_block(*guard)) return {};
      open.push_back(guard);
    } else if (const Node* left = left_guard(*node)) {
      if (open.empty() || open.back() != left) return {};
      open.pop_back();
      blocks.insert(left);
    } else if (node->op() == Opcode::Output && !open.empty()) {
      return {};
    }
  }
  if (!open.empty()) return {};
  return blocks;
}

const Argument* guard_operand(const Node& call, size_t index, std::string_view name) {
  return index < call.args().size() ? &call.arg(index) : call.kwarg(name);
}

} // namespace fx::codegen
