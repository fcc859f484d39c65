#include "fx/Passes/SourcePartitions.h"

#include "fx/Passes/OperatorSupport.h"

#include <algorithm>
#include <map>
#include <unordered_map>
#include <unordered_set>

namespace fx {

namespace {

std::string_view class_name(std::string_view name) {
  if (name.ends_with("Impl")) name.remove_suffix(4);
  return name;
}

class Finder {
public:
  Finder(const Graph& graph, const TracedModule* module, const std::vector<std::string>& wanted)
      : graph_(graph) {
    if (module != nullptr) submodules_ = submodules_of(*module);
    for (const std::string& source : wanted)
      if (wanted_.try_emplace(std::string(class_name(source)), found_.size()).second)
        found_.push_back({Symbol(source), {}});
  }

  std::vector<SourcePartitions> run(const std::function<bool(const Node&)>& filter) {
    for (Node* node : graph_)
      add(*node);
    for (SourcePartitions& of_source : found_) {
      if (filter)
        std::erase_if(of_source.partitions, [&](const SourcePartition& partition) {
          return !std::ranges::all_of(partition.nodes, [&](Node* node) { return filter(*node); });
        });
      for (SourcePartition& partition : of_source.partitions)
        finish(partition);
    }
    std::erase_if(found_, [](const SourcePartitions& of) { return of.partitions.empty(); });
    return std::move(found_);
  }

private:
  void add(Node& node) {
    if (node.op() == Opcode::Placeholder || node.op() == Opcode::Output) return;
    if (is_callable(node) && (node.op() != Opcode::CallModule || submodules_)) {
      const auto called = wanted_.find(class_name(get_node_target(submodules_, node)));
      if (called != wanted_.end()) {
        const Symbol path = node.op() == Opcode::CallModule ? node.target() : Symbol();
        add_partition(called->second, path).nodes.push_back(&node);
        return;
      }
    }
    const std::vector<ModuleFrame>* frames = node.meta(meta::module_stack);
    if (frames == nullptr) return;
    for (auto frame = frames->rbegin(); frame != frames->rend(); ++frame) {
      const auto source = wanted_.find(class_name(frame->cpp_type));
      if (source == wanted_.end()) continue;
      const auto [place, is_new] = of_module_.try_emplace({source->second, frame->path.str()},
                                                          found_[source->second].partitions.size());
      if (is_new) add_partition(source->second, frame->path);
      found_[source->second].partitions[place->second].nodes.push_back(&node);
      return;
    }
  }

  SourcePartition& add_partition(size_t source, Symbol path) {
    SourcePartition& partition = found_[source].partitions.emplace_back();
    partition.source = found_[source].source;
    partition.path = path;
    return partition;
  }

  static void finish(SourcePartition& partition) {
    const std::unordered_set<const Node*> inside(partition.nodes.begin(), partition.nodes.end());
    const auto is_inside = [&](const Node* node) { return inside.contains(node); };
    std::unordered_set<const Node*> seen;
    for (Node* node : partition.nodes) {
      for (Node* input : node->input_nodes()) {
        if (is_inside(input) || !seen.insert(input).second) continue;
        const bool is_own =
            input->op() == Opcode::GetAttr && std::ranges::all_of(input->users(), is_inside);
        (is_own ? partition.params : partition.input_nodes).push_back(input);
      }
      if (node->op() == Opcode::GetAttr)
        partition.params.push_back(node);
      else if (!std::ranges::all_of(node->users(), is_inside))
        partition.output_nodes.push_back(node);
    }
  }

  const Graph& graph_;
  Submodules submodules_;
  std::map<std::string, size_t, std::less<>> wanted_;
  std::map<std::pair<size_t, std::string>, size_t> of_module_;
  std::vector<SourcePartitions> found_;
};

} // namespace

std::vector<SourcePartitions>
get_source_partitions(const Graph& graph, const TracedModule* module,
                      const std::vector<std::string>& wanted_sources,
                      const std::function<bool(const Node&)>& filter) {
  return Finder(graph, module, wanted_sources).run(filter);
}

bool check_subgraphs_connected(const SourcePartition& first, const SourcePartition& second) {
  const std::unordered_set<const Node*> others(second.nodes.begin(), second.nodes.end());
  return std::ranges::any_of(first.nodes, [&](const Node* node) {
    return std::ranges::any_of(node->users(),
                               [&](const Node* user) { return others.contains(user); });
  });
}

} // namespace fx
