#include "RetargetModules.h"

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

void retarget_modules(TracedModule& model, const ModulePaths& before) {
  const std::map<std::string, std::string> moved = before.moved(model.modules);
  if (moved.empty()) return;
  for (Graph* graph : model.forward_graphs())
    retarget(*graph, moved);
  retarget(model.init, moved);
}

} // namespace fx
