#include "fx/Passes/Splitter.h"

#include "Messages.h"
#include "UnitOrder.h"

#include "fx/Passes/OperatorSupport.h"

#include <algorithm>
#include <fmt/format.h>
#include <numeric>
#include <queue>

namespace fx {

namespace {

/// The calls around a node.
template <class Visit>
void for_each_caller(const Node& node, Visit visit) {
  for (Node* user : node.users())
    if (is_callable(*user)) visit(*user);
}

/// Whether a value is, or holds, a tensor.
bool holds_tensors(const Node& node) {
  return node.meta(meta::tensor_meta) != nullptr ||
         node.meta(free_meta_key("tensor_metadata")) != nullptr;
}

} // namespace

NodeSet find_acc_nodes(const Graph& graph, const std::function<bool(const Node&)>& is_supported,
                       bool allow_non_tensor) {
  NodeSet acc_nodes;
  for (const Node* node : graph)
    if (is_callable(*node) && is_supported(*node)) acc_nodes.insert(node);
  if (allow_non_tensor) return acc_nodes;
  std::vector<const Node*> others; // whose neighbours are to be looked at
  for (const Node* node : graph)
    if (!acc_nodes.contains(node) && (is_callable(*node) || node->op() == Opcode::Output))
      others.push_back(node);
  const auto exclude = [&](const Node* node) {
    if (acc_nodes.erase(node) != 0) others.push_back(node);
  };
  while (!others.empty()) {
    const Node* node = others.back();
    others.pop_back();
    if (!is_node_output_tensor(*node))
      for (const Node* user : node->users())
        exclude(user);
    for (const Node* input : node->input_nodes())
      if (!is_node_output_tensor(*input)) exclude(input);
  }
  return acc_nodes;
}

namespace {

/// Sets that grow together.
class Components {
public:
  explicit Components(size_t size) : parent_(size) { std::iota(parent_.begin(), parent_.end(), 0); }
  uint32_t root(uint32_t i) {
    while (parent_[i] != i)
      i = parent_[i] = parent_[parent_[i]];
    return i;
  }
  void join(uint32_t a, uint32_t b) { parent_[root(a)] = root(b); }

private:
  std::vector<uint32_t> parent_;
};

/// The strongly connected components of units (Tarjan), by unit; iterative.
class Cycles {
public:
  explicit Cycles(const UnitOrder& order)
      : order_(order), component_(order.predecessors().size(), none), index_(component_.size()),
        lowest_(component_.size()) {
    for (Unit unit = 0; unit < component_.size(); ++unit)
      if (index_[unit] == 0) visit(unit);
  }
  uint32_t component(Unit unit) const { return component_[unit]; }
  uint32_t size() const { return count_; }

private:
  static constexpr uint32_t none = UINT32_MAX;

  void enter(Unit unit) {
    index_[unit] = lowest_[unit] = ++last_;
    open_.push_back(unit);
    path_.emplace_back(unit, 0);
  }

  void visit(Unit start) {
    enter(start);
    while (!path_.empty()) {
      auto& [unit, next] = path_.back();
      const std::vector<Unit>& successors = order_.successors(unit);
      if (next < successors.size()) {
        const Unit successor = successors[next++];
        if (index_[successor] == 0)
          enter(successor);
        else if (component_[successor] == none)
          lowest_[unit] = std::min(lowest_[unit], index_[successor]);
        continue;
      }
      leave(unit);
    }
  }

  void leave(Unit unit) {
    path_.pop_back();
    if (!path_.empty()) {
      uint32_t& above = lowest_[path_.back().first];
      above = std::min(above, lowest_[unit]);
    }
    if (lowest_[unit] != index_[unit]) return;
    for (bool is_last = false; !is_last;) {
      is_last = open_.back() == unit;
      component_[open_.back()] = count_;
      open_.pop_back();
    }
    ++count_;
  }

  const UnitOrder& order_;
  std::vector<uint32_t> component_, index_, lowest_;
  std::vector<Unit> open_;
  std::vector<std::pair<Unit, size_t>> path_;
  uint32_t last_ = 0, count_ = 0;
};

} // namespace

std::vector<std::vector<Node*>> find_fusions(const Graph& graph, const AliasAnalysis& aliasing,
                                             NodeSet& acc_nodes) {
  Components fused(graph.id_limit());
  std::vector<bool> is_fused(graph.id_limit());
  for (const Node* node : graph) {
    if (!is_callable(*node) || holds_tensors(*node)) continue;
    is_fused[node->id()] = true;
    for_each_caller(*node, [&](const Node& user) {
      fused.join(user.id(), node->id());
      is_fused[user.id()] = true;
    });
  }
  // What is computed between nodes of a group is in a cycle with the group as a whole.
  std::vector<Unit> unit_of(graph.id_limit());
  for (const Node* node : graph)
    unit_of[node->id()] = fused.root(node->id());
  const UnitOrder order(graph, aliasing, unit_of, graph.id_limit());
  const Cycles cycles(order);
  std::vector<std::vector<Node*>> groups(cycles.size());
  std::vector<bool> is_group(cycles.size()), is_supported(cycles.size(), true);
  for (Node* node : graph) {
    const uint32_t group = cycles.component(unit_of[node->id()]);
    if (is_callable(*node)) groups[group].push_back(node);
    if (is_fused[node->id()]) is_group[group] = true;
    if (is_callable(*node) && !acc_nodes.contains(node)) is_supported[group] = false;
  }
  std::vector<std::vector<Node*>> fusions;
  for (size_t group = 0; group < groups.size(); ++group) {
    if (!is_group[group]) continue;
    // Only groups that a supported node without tensors starts.
    const bool starts = std::ranges::any_of(groups[group], [&](const Node* node) {
      return !holds_tensors(*node) && acc_nodes.contains(node);
    });
    if (starts && is_supported[group])
      fusions.push_back(std::move(groups[group]));
    else if (starts)
      for (const Node* node : groups[group])
        acc_nodes.erase(node);
  }
  std::ranges::sort(fusions, {}, [&](const std::vector<Node*>& nodes) {
    return aliasing.position(*nodes.front());
  });
  return fusions;
}

namespace {

class Placement {
public:
  Placement(const Graph& graph, const AliasAnalysis& aliasing, const NodeSet& acc_nodes,
            const std::vector<std::vector<Node*>>& fusions)
      : aliasing_(aliasing), acc_nodes_(acc_nodes), unit_of_(units_of(graph, fusions)),
        order_(graph, aliasing, unit_of_, nodes_.size()), waiting_(order_.predecessors()) {}

  Expected<std::vector<Subgraph>> run() {
    for (Unit unit = 0; unit < nodes_.size(); ++unit)
      if (waiting_[unit] == 0) make_ready(unit);
    compute_ready();
    Subgraph current;
    current.is_acc = ready_[0].empty();
    while (!ready_[0].empty() || !ready_[1].empty()) {
      Queue& queue = ready_[current.is_acc ? 1 : 0];
      if (queue.empty()) {
        add(std::move(current));
        current = {!subgraphs_.back().is_acc, {}};
        continue;
      }
      const Unit unit = queue.top().second;
      queue.pop();
      std::ranges::copy(nodes_[unit], std::back_inserter(current.nodes));
      finish(unit);
      compute_ready();
    }
    if (!current.nodes.empty()) add(std::move(current));
    if (done_ == nodes_.size()) return std::move(subgraphs_);
    return cycle_error();
  }

private:
  using Queue = std::priority_queue<std::pair<uint32_t, Unit>,
                                    std::vector<std::pair<uint32_t, Unit>>, std::greater<>>;

  std::vector<Unit> units_of(const Graph& graph, const std::vector<std::vector<Node*>>& fusions) {
    constexpr Unit none = UINT32_MAX;
    std::vector<Unit> unit_of(graph.id_limit(), none);
    for (const std::vector<Node*>& fusion : fusions) {
      for (const Node* node : fusion)
        unit_of[node->id()] = static_cast<Unit>(nodes_.size());
      nodes_.push_back(fusion);
    }
    for (Node* node : graph)
      if (unit_of[node->id()] == none) {
        unit_of[node->id()] = static_cast<Unit>(nodes_.size());
        nodes_.push_back({node});
      }
    return unit_of;
  }

  void make_ready(Unit unit) {
    const Node* node = nodes_[unit].front();
    if (!is_callable(*node))
      free_.push_back(unit);
    else
      ready_[acc_nodes_.contains(node) ? 1 : 0].emplace(order_.first(unit), unit);
  }

  void finish(Unit unit) {
    ++done_;
    for (const Unit next : order_.successors(unit))
      if (--waiting_[next] == 0) make_ready(next);
  }

  /// Inputs and parameters are in no part.
  void compute_ready() {
    while (!free_.empty()) {
      const Unit unit = free_.back();
      free_.pop_back();
      finish(unit);
    }
  }

  void add(Subgraph subgraph) {
    std::ranges::sort(subgraph.nodes, {},
                      [&](const Node* node) { return aliasing_.position(*node); });
    subgraphs_.push_back(std::move(subgraph));
  }

  Error cycle_error() const {
    const std::vector<Unit> cycle = order_.cycle(order_.sorted());
    std::string path;
    for (const Unit unit : cycle)
      path += fmt::format("'{}' -> ", nodes_[unit].front()->name().view());
    return say(diag::parts_in_a_cycle, path,
               fmt::format("'{}'", nodes_[cycle.front()].front()->name().view()));
  }

  const AliasAnalysis& aliasing_;
  const NodeSet& acc_nodes_;
  std::vector<std::vector<Node*>> nodes_; // by unit
  std::vector<Unit> unit_of_;
  UnitOrder order_;
  std::vector<uint32_t> waiting_;
  std::vector<Unit> free_;
  Queue ready_[2]; // on the processor, on the accelerator
  std::vector<Subgraph> subgraphs_;
  size_t done_ = 0;
};

} // namespace

Expected<std::vector<Subgraph>>
put_nodes_into_subgraphs(const Graph& graph, const AliasAnalysis& aliasing,
                         const NodeSet& acc_nodes, const std::vector<std::vector<Node*>>& fusions) {
  return Placement(graph, aliasing, acc_nodes, fusions).run();
}

std::vector<Subgraph> remove_small_acc_subgraphs(std::vector<Subgraph> subgraphs,
                                                 size_t min_acc_module_size) {
  std::vector<Subgraph> result;
  for (Subgraph& subgraph : subgraphs) {
    if (subgraph.is_acc && subgraph.nodes.size() < min_acc_module_size) subgraph.is_acc = false;
    if (!subgraph.is_acc && !result.empty() && !result.back().is_acc)
      std::ranges::copy(subgraph.nodes, std::back_inserter(result.back().nodes));
    else
      result.push_back(std::move(subgraph));
  }
  return result;
}

std::optional<Error> check_acc_splits(const std::vector<Subgraph>& subgraphs,
                                      const SplitterSettings& settings) {
  const auto splits = static_cast<size_t>(std::ranges::count_if(subgraphs, &Subgraph::is_acc));
  if (settings.max_acc_splits == 0 || splits <= settings.max_acc_splits) return std::nullopt;
  return say(diag::too_many_splits, splits, settings.max_acc_splits);
}

} // namespace fx
