#include "RetargetModules.h"

#include <fmt/format.h>

namespace fx {

namespace {

void retarget(Graph& graph, const std::map<std::string, std::string>& moved) {
  for (Node* node : graph) {
    if (node->op() == Opcode::CallModule || node->op() == Opcode::GetAttr)
      node->set_target(Symbol(moved_path(node->target(), moved)));
    const auto* stack = node->meta(meta::module_stack);
    if (stack == nullptr) continue;
    std::vector<ModuleFrame> frames = *stack;
    for (ModuleFrame& frame : frames)
      frame.path = Symbol(moved_path(frame.path, moved));
    node->set_meta(meta::module_stack, std::move(frames));
  }
}

} // namespace

void retarget_modules(TracedModule& model, const ModulePaths& before, PassContext& context) {
  const std::map<std::string, std::string> moved = before.moved(model.modules);
  if (moved.empty()) return;
  for (Graph* graph : model.root_graphs())
    retarget(*graph, moved);
  retarget(model.init, moved);
  for (const auto& [was, now] : before.key_map(model.modules))
    context.remark(
        nullptr,
        fmt::format("saved weights: what is '{}.*' there is '{}.*' in the model now", was, now));
}

} // namespace fx
