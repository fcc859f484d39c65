// Groups of supported calls become modules.
#include "fx/Passes/Partition.h"

#include "Messages.h"

#include "fx/Passes/Outline.h"
#include "fx/Passes/Pass.h"

#include <algorithm>
#include <fmt/format.h>
#include <numeric>
#include <set>
#include <unordered_map>

namespace fx {

namespace {

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
  if (is_callable(node) && (effects.random || effects.unknown || effects.required))
    touched.insert(order);
  return touched;
}

/// Parts of a group that nothing connects.
std::vector<std::vector<Node*>> connected_parts(const std::vector<Node*>& group,
                                                const AliasAnalysis& aliasing) {
  std::unordered_map<const Node*, size_t> index;
  for (size_t i = 0; i < group.size(); ++i)
    index[group[i]] = i;
  std::vector<size_t> parent(group.size());
  std::iota(parent.begin(), parent.end(), 0);
  const auto root = [&](size_t i) {
    while (parent[i] != i)
      i = parent[i] = parent[parent[i]];
    return i;
  };
  // The first of a part stays its root, so that parts come in program order.
  const auto join = [&](size_t a, size_t b) {
    a = root(a);
    b = root(b);
    parent[std::max(a, b)] = std::min(a, b);
  };
  std::unordered_map<size_t, size_t> by_memory;
  for (size_t i = 0; i < group.size(); ++i) {
    for (const Node* input : group[i]->input_nodes())
      if (const auto found = index.find(input); found != index.end()) join(i, found->second);
    for (const size_t memory : touched_memory(*group[i], aliasing, aliasing.num_classes()))
      join(i, by_memory.try_emplace(memory, i).first->second);
  }
  std::vector<std::vector<Node*>> parts;
  std::unordered_map<size_t, size_t> part_of;
  for (size_t i = 0; i < group.size(); ++i) {
    const size_t part = part_of.try_emplace(root(i), parts.size()).first->second;
    if (part == parts.size()) parts.emplace_back();
    parts[part].push_back(group[i]);
  }
  return parts;
}

/// Whether a group is worth a module.
bool is_wanted(const std::vector<Node*>& group, const PartitionOptions& options) {
  if (group.empty()) return false;
  const auto is_in = [&](const std::set<std::string, std::less<>>& targets, const Node& node) {
    if (targets.empty() || (node.op() == Opcode::CallModule && !options.submodules)) return false;
    return targets.contains(get_node_target(options.submodules, node).view());
  };
  const auto computing = std::ranges::count_if(group, [&](const Node* node) {
    return (!options.is_compute || options.is_compute(*node)) &&
           !is_in(options.non_compute_ops, *node);
  });
  return options.allow_single_node || computing > 1 ||
         std::ranges::any_of(group, [&](const Node* node) {
           return is_in(options.allowed_single_node_partition_ops, *node);
         });
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
    const bool is_supported = is_callable(*node) && !is_barrier && options.is_supported(*node);
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
  if (options.skip_horizontal_fusion) {
    std::vector<std::vector<Node*>> parts;
    for (const std::vector<Node*>& group : groups)
      std::ranges::move(connected_parts(group, aliasing), std::back_inserter(parts));
    groups = std::move(parts);
  }
  std::erase_if(groups,
                [&](const std::vector<Node*>& group) { return !is_wanted(group, options); });
  return groups;
}

std::function<bool(const Node&)> supported_by(OperatorSupportPointer support,
                                              Submodules submodules) {
  return [support = std::move(support), submodules = std::move(submodules)](const Node& node) {
    return support->is_node_supported(submodules, node);
  };
}

namespace {

std::vector<std::string> targets_in(std::string_view text) {
  std::vector<std::string> targets;
  while (!text.empty()) {
    const size_t end = text.find('|');
    if (end != 0) targets.emplace_back(text.substr(0, end));
    text = end == std::string_view::npos ? std::string_view() : text.substr(end + 1);
  }
  return targets;
}

class Partition final : public Pass {
public:
  explicit Partition(const PassOptions& options) {
    SupportDict supported;
    for (const std::string& target : targets_in(options.text("ops")))
      supported.try_emplace(target);
    support_ = operator_support(std::move(supported));
    for (const std::string& target : targets_in(options.text("non-compute")))
      options_.non_compute_ops.insert(target);
    for (const std::string& target : targets_in(options.text("single-ops")))
      options_.allowed_single_node_partition_ops.insert(target);
    options_.allow_single_node = options.flag("single");
    options_.skip_horizontal_fusion = options.flag("connected");
  }

  Expected<PassResult> run(TracedModule& module, PassContext& context) override {
    PartitionOptions options = options_;
    options.submodules = submodules_of(module);
    options.is_supported = supported_by(support_, options.submodules);
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
  OperatorSupportPointer support_;
  PartitionOptions options_;
};

} // namespace

extern const PassInfo partition_pass{
    .name = "partition",
    .summary = "Make modules of groups of supported calls",
    .description = R"(
Calls whose target (of `call_module`: the module's class) is in `ops` are put together into modules
`fused_<number>`, as many as can be computed as a whole; the others stay. Groups of one call are left
alone, unless `single`, and so are groups with one call that is not in `non-compute` (views, say);
`single-ops` are calls that may be a module alone. With `connected` branches that have nothing to do with
each other become modules of their own.

Groups are found in one walk: calls between the same unsupported ones belong together. torch.fx's
`CapabilityBasedPartitioner` tries every pair of groups, in cubic time.
)",
    .parameters = {{.name = "ops",
                    .kind = PassParameter::Kind::Text,
                    .description = "targets with `\\|` between them"},
                   {.name = "non-compute",
                    .kind = PassParameter::Kind::Text,
                    .description = "targets that do not count"},
                   {.name = "single-ops",
                    .kind = PassParameter::Kind::Text,
                    .description = "targets that may be a group alone"},
                   {.name = "single", .description = "groups of one call too"},
                   {.name = "connected", .description = "no groups of unconnected branches"}},
    .create = [](const PassOptions& options) -> Expected<std::unique_ptr<Pass>> {
      if (options.text("ops").empty()) return say(diag::partition_without_targets);
      return std::make_unique<Partition>(options);
    }};

} // namespace fx
