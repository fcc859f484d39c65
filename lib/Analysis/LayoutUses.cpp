#include "fx/Analysis/LayoutUses.h"

#include "fx/Analysis/MemoryUses.h"
#include "fx/IR/ModuleTree.h"
#include "fx/Ops/Callee.h"

#include <algorithm>
#include <array>
#include <ranges>
#include <vector>

namespace fx {

namespace {

bool is_call(const Node& node) {
  return node.op() == Opcode::CallFunction || node.op() == Opcode::CallMethod;
}

bool is_graph_module(const Node& node, const ModuleTree& modules) {
  const ModuleNode* called =
      node.op() == Opcode::CallModule ? modules.find(node.target()) : nullptr;
  return called != nullptr && called->graph != nullptr;
}

} // namespace

bool tells_layout(const Node& node) {
  static constexpr auto names = std::to_array<std::string_view>(
      {"as_strided", "as_strided_", "data_ptr", "is_contiguous", "is_non_overlapping_and_dense",
       "is_set_to", "storage", "storage_offset", "stride", "untyped_storage"});
  return is_call(node) && std::ranges::find(names, ops::callee_of(node).name) != names.end();
}

bool writes_by_layout(const Node& node, const AliasAnalysis& aliasing) {
  const Effects& effects = aliasing.effects(node);
  const AliasAnalysis::MemoryClass memory = aliasing.memory(node);
  if (memory == AliasAnalysis::none || effects.aliases == 0 || effects.writes != 0 ||
      viewed_value(node, aliasing) != nullptr)
    return false;
  // What was written before is there in the copy too.
  const std::span<const uint32_t> writers = aliasing.writers(memory);
  return !writers.empty() && writers.back() > aliasing.position(node);
}

std::unordered_set<const Node*> nodes_with_layout_uses(const Graph& graph,
                                                       const ModuleTree& modules,
                                                       const AliasAnalysis& aliasing) {
  std::unordered_set<const Node*> found;
  const std::vector<const Node*> nodes(graph.begin(), graph.end());
  for (const Node* node : std::views::reverse(nodes)) {
    const bool depends = found.contains(node) || tells_layout(*node) ||
                         (is_call(*node) && ops::callee_of(*node).name == "view") ||
                         writes_by_layout(*node, aliasing) || is_graph_module(*node, modules);
    if (!depends) continue;
    for (const Node* input : node->input_nodes())
      found.insert(input);
  }
  return found;
}

} // namespace fx
