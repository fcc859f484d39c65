#include "MeantCalls.h"

#include <algorithm>

namespace fx {

namespace {

bool is_in(Symbol path, const std::string& member) {
  const std::string_view text = path.view();
  return text.starts_with(member) && (text.size() == member.size() || text[member.size()] == '.');
}

} // namespace

bool is_called_where_meant(const ModuleNode& member, const TracedModule& module,
                           const PassContext& context) {
  const std::string path = member.path();
  const auto is_meant = [&](const Node* node) {
    // A class of the user's is no node: what it computes has the calls that lead there.
    if (const auto* frames = node->meta(meta::module_stack)) {
      const auto entered = std::ranges::find_if(
          *frames, [&](const ModuleFrame& frame) { return is_in(frame.path, path); });
      const auto* calls = node->meta(meta::call_stack);
      if (entered != frames->end())
        return calls == nullptr || entered->num_calls == 0 || calls->size() < entered->num_calls
                   ? context.is_meant(*node)
                   : context.is_meant_call(*node, (*calls)[entered->num_calls - 1]);
    }
    const bool uses = node->op() == Opcode::CallModule || node->op() == Opcode::GetAttr;
    return uses && is_in(node->target(), path) && context.is_meant(*node);
  };
  return std::ranges::any_of(module.forward_graphs(), [&](const Graph* graph) {
    return std::ranges::any_of(*graph, is_meant);
  });
}

} // namespace fx
