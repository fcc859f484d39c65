// Groups of supported calls become modules.
#include "fx/Passes/Partition.h"

#include "Messages.h"

#include "fx/Passes/Outline.h"
#include "fx/Passes/Pass.h"

#include <algorithm>
#include <fmt/format.h>
#include <set>
#include <unordered_set>

namespace fx {

namespace {

bool is_call(const Node& node) {
  return node.op() == Opcode::CallFunction || node.op() == Opcode::CallMethod ||
         node.op() == Opcode::CallModule;
}

/// The classes of memory that a node depends on by more than its operands, because some node writes
/// to them. `order` stands for random numbers and unknown effects.
std::set<size_t> touched_memory(const Node& node, const AliasAnalysis& aliasing, size_t order) {
  std::set<size_t> touched;
  const Effects& effects = aliasing.effects(node);
  for (const Node* input : node.input_nodes())
    if (aliasing.is_written(aliasing.memory(*input))) touched.insert(aliasing.memory(*input));
  if ((node.op() == Opcode::CallModule || effects.unknown) &&
      aliasing.is_written(AliasAnalysis::external))
    touched.insert(AliasAnalysis::external);
  if (is_call(node) && (effects.random || effects.unknown || effects.required))
    touched.insert(order);
  return touched;
}

} // namespace

std::vector<std::vector<Node*>> propose_partitions(const Graph& graph,
                                                   const AliasAnalysis& aliasing,
                                                   const PartitionOptions& options) {
  // The level of a call: how often a path from the inputs to it enters supported calls from
  // unsupported ones, at most. A path that leaves a group and comes back raises the level, so that
  // calls of one level never depend on each other through others.
  std::vector<uint32_t> level_of(graph.id_limit());
  std::vector<bool> supported(graph.id_limit());
  std::vector<std::pair<bool, uint32_t>> memory(aliasing.num_classes() + 1, {true, 0});
  std::vector<std::vector<Node*>> groups;
  const size_t order = aliasing.num_classes(); // of random numbers and unknown effects
  std::pair<bool, uint32_t> behind{true, 0};   // the last barrier
  uint32_t highest_supported = 0, highest_other = 0;
  for (Node* node : graph) {
    const bool is_barrier = aliasing.effects(*node).barrier;
    const bool is_supported = is_call(*node) && !is_barrier && options.is_supported(*node);
    const bool is_neutral = node->op() == Opcode::Placeholder || node->op() == Opcode::GetAttr;
    uint32_t own = 0;
    const auto after = [&](bool other_supported, uint32_t other) {
      own = std::max(own, other + (is_supported && !other_supported ? 1 : 0));
    };
    for (const Node* input : node->input_nodes())
      if (input->op() != Opcode::Placeholder && input->op() != Opcode::GetAttr)
        after(supported[input->id()], level_of[input->id()]);
    const std::set<size_t> touched = touched_memory(*node, aliasing, order);
    for (const size_t place : touched)
      after(memory[place].first, memory[place].second);
    for (const size_t place : touched)
      memory[place] = {is_supported && (memory[place].second < own || memory[place].first), own};
    if (is_neutral) continue;
    // Groups do not reach across a barrier: it is behind all before it, and before all behind it.
    after(behind.first, behind.second);
    if (is_barrier) {
      after(true, highest_supported);
      after(false, highest_other);
      behind = {false, own};
    }
    (is_supported ? highest_supported : highest_other) =
        std::max(is_supported ? highest_supported : highest_other, own);
    level_of[node->id()] = own;
    supported[node->id()] = is_supported;
    if (!is_supported) continue;
    if (groups.size() <= own) groups.resize(own + 1);
    groups[own].push_back(node);
  }
  std::erase_if(groups, [&](const std::vector<Node*>& group) {
    const auto computing = std::ranges::count_if(
        group, [&](const Node* node) { return !options.is_compute || options.is_compute(*node); });
    return group.empty() || (!options.allow_single_node && computing <= 1);
  });
  return groups;
}

namespace {

class Partition final : public Pass {
public:
  explicit Partition(const PassOptions& options) : single_(options.flag("single")) {
    std::string_view rest = options.text("ops");
    while (!rest.empty()) {
      const size_t end = rest.find('|');
      targets_.insert(Symbol(rest.substr(0, end)));
      rest = end == std::string_view::npos ? std::string_view() : rest.substr(end + 1);
    }
  }

  Expected<PassResult> run(TracedModule& module, PassContext& context) override {
    PartitionOptions options;
    options.allow_single_node = single_;
    options.is_supported = [&](const Node& node) {
      if (node.op() != Opcode::CallModule) return targets_.contains(node.target());
      const ModuleNode* called = module.modules.find(node.target());
      return called != nullptr && targets_.contains(called->cpp_type);
    };
    size_t made = 0;
    for (Graph* graph : module.forward_graphs()) {
      const AliasAnalysis& aliasing = context.analyses.get<AliasAnalysis>(*graph, module);
      const auto groups = propose_partitions(*graph, aliasing, options);
      if (groups.empty()) continue;
      const auto parts = outline(module, aliasing, groups, "fused_", graph);
      if (!parts) return parts.error();
      made += parts->size();
      context.analyses.invalidate();
    }
    if (made == 0) return PassResult{};
    context.remark(nullptr, fmt::format("made {} modules", made));
    return PassResult{.modified = true};
  }

private:
  std::unordered_set<Symbol> targets_;
  bool single_;
};

} // namespace

extern const PassInfo partition_pass{
    .name = "partition",
    .summary = "Make modules of groups of supported calls",
    .description = R"(
Calls whose target (of `call_module`: the module's class) is in `ops` are put together into modules
`fused_<number>`, as many as can be computed as a whole; the others stay. Groups of one call are left
alone, unless `single`.

Groups are found in one walk: calls between the same unsupported ones belong together. torch.fx's
`CapabilityBasedPartitioner` tries every pair of groups, in cubic time.
)",
    .parameters = {{.name = "ops",
                    .kind = PassParameter::Kind::Text,
                    .description = "targets with `\\|` between them"},
                   {.name = "single", .description = "groups of one call too"}},
    .create = [](const PassOptions& options) -> Expected<std::unique_ptr<Pass>> {
      if (options.text("ops").empty()) return say(diag::partition_without_targets);
      return std::make_unique<Partition>(options);
    }};

} // namespace fx
