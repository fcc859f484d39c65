#include "fx/Analysis/LayoutUses.h"

#include "fx/Analysis/MemoryUses.h"
#include "fx/IR/ModuleTree.h"
#include "fx/Ops/Callee.h"
#include "fx/Ops/Modules.h"
#include "fx/Ops/Operations.h"

#include <algorithm>
#include <array>
#include <ranges>
#include <vector>

namespace fx {

namespace {

bool is_call(const Node& node) {
  return node.op() == Opcode::CallFunction || node.op() == Opcode::CallMethod;
}

} // namespace

bool tells_layout(const Node& node) {
  static constexpr auto names = std::to_array<std::string_view>(
      {"as_strided", "as_strided_", "data_ptr", "is_contiguous", "is_non_overlapping_and_dense",
       "is_set_to", "storage", "storage_offset", "stride", "untyped_storage"});
  return is_call(node) && std::ranges::find(names, ops::callee_of(node).name) != names.end();
}

bool depends_on_layout(const Node& node, const ops::Operation* operation) {
  // What is made of view() in LibTorch, or gives the elements of the memory in their order there.
  static constexpr auto names = std::to_array<std::string_view>(
      {"resize_", "resize_as_", "set_", "unflatten", "view", "view_as", "view_as_complex"});
  const auto is_named = [](std::string_view name) {
    return std::ranges::find(names, name) != names.end();
  };
  return tells_layout(node) || (is_call(node) && is_named(ops::callee_of(node).name)) ||
         (operation != nullptr && is_named(operation->name));
}

bool module_depends_on_layout(const Node& node, const ModuleTree& modules) {
  if (node.op() != Opcode::CallModule) return false;
  const ModuleNode* called = modules.find(node.target());
  const ops::ModuleClass* kind = called != nullptr ? ops::module_class_of(*called) : nullptr;
  return kind == nullptr || kind->name == "Unflatten";
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
    const bool depends = found.contains(node) || depends_on_layout(*node) ||
                         module_depends_on_layout(*node, modules) ||
                         writes_by_layout(*node, aliasing) || aliasing.effects(*node).unknown;
    if (!depends) continue;
    for (const Node* input : node->input_nodes())
      found.insert(input);
  }
  return found;
}

} // namespace fx
