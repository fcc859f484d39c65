// Groups of nodes become modules.
#include "fx/Passes/Outline.h"

#include "Messages.h"

#include "fx/IR/Provenance.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <queue>
#include <set>

namespace fx {

namespace {

using Unit = uint32_t; // a group, or a node that is in none

/// Which unit has to be computed before which, and an order.
class UnitOrder {
public:
  UnitOrder(const Graph& graph, const AliasAnalysis& aliasing, const std::vector<Unit>& unit_of,
            size_t units)
      : aliasing_(aliasing), unit_of_(unit_of), successors_(units), predecessors_(units),
        first_(units, UINT32_MAX), accesses_(aliasing.num_classes() + 2) {
    for (const Node* node : graph) {
      const Unit unit = unit_of_[node->id()];
      first_[unit] = std::min(first_[unit], aliasing.position(*node));
      for (const Node* input : node->input_nodes())
        add_edge(unit_of_[input->id()], unit);
      add_memory(*node, unit);
      add_barrier(*node, unit);
    }
  }

  /// An order of the units; shorter than their number when some depend on each other.
  std::vector<Unit> sorted() {
    using Entry = std::pair<uint32_t, Unit>; // as they stand in the program
    std::priority_queue<Entry, std::vector<Entry>, std::greater<>> ready;
    std::vector<uint32_t> waiting = predecessors_;
    for (Unit unit = 0; unit < waiting.size(); ++unit)
      if (waiting[unit] == 0 && first_[unit] != UINT32_MAX) ready.emplace(first_[unit], unit);
    std::vector<Unit> order;
    while (!ready.empty()) {
      const Unit unit = ready.top().second;
      ready.pop();
      order.push_back(unit);
      for (const Unit next : successors_[unit])
        if (--waiting[next] == 0) ready.emplace(first_[next], next);
    }
    return order;
  }

  /// Units of a cycle among those that `order` does not have.
  std::vector<Unit> cycle(const std::vector<Unit>& order) const {
    std::vector<bool> done(successors_.size());
    for (const Unit unit : order)
      done[unit] = true;
    // Every unit left has one before it that is left: going back ends in a cycle.
    std::vector<std::vector<Unit>> before(successors_.size());
    Unit at = 0;
    for (Unit unit = 0; unit < successors_.size(); ++unit) {
      if (done[unit] || first_[unit] == UINT32_MAX) continue;
      at = unit;
      for (const Unit next : successors_[unit])
        before[next].push_back(unit);
    }
    std::vector<Unit> path;
    while (std::ranges::find(path, at) == path.end()) {
      path.push_back(at);
      at = *std::ranges::find_if(before[at], [&](Unit unit) { return !done[unit]; });
    }
    path.erase(path.begin(), std::ranges::find(path, at));
    std::ranges::reverse(path);
    return path;
  }

private:
  /// Who touched a memory last.
  struct Accesses {
    std::optional<Unit> writer;
    std::vector<Unit> readers; // since then, each once in a row
  };

  void add_edge(Unit from, Unit to) {
    if (from == to) return;
    if (!edges_.emplace(from, to).second) return;
    successors_[from].push_back(to);
    ++predecessors_[to];
  }

  void read(size_t memory, Unit unit) {
    Accesses& accesses = accesses_[memory];
    if (accesses.writer) add_edge(*accesses.writer, unit);
    if (accesses.readers.empty() || accesses.readers.back() != unit)
      accesses.readers.push_back(unit);
  }

  void write(size_t memory, Unit unit) {
    Accesses& accesses = accesses_[memory];
    if (accesses.writer) add_edge(*accesses.writer, unit);
    for (const Unit reader : accesses.readers)
      add_edge(reader, unit);
    accesses.writer = unit;
    accesses.readers.clear();
  }

  void add_memory(const Node& node, Unit unit) {
    const Effects& effects = aliasing_.effects(node);
    const size_t generator = aliasing_.num_classes(), world = generator + 1;
    const auto is_written = [&](AliasAnalysis::MemoryClass memory) {
      return std::ranges::binary_search(aliasing_.writers(memory), aliasing_.position(node));
    };
    std::set<AliasAnalysis::MemoryClass> touched;
    for (const Node* input : node.input_nodes())
      touched.insert(aliasing_.memory(*input));
    if (node.op() == Opcode::CallModule || effects.unknown) touched.insert(AliasAnalysis::external);
    touched.erase(AliasAnalysis::none);
    for (const auto memory : touched)
      if (aliasing_.is_written(memory))
        is_written(memory) ? write(memory, unit) : read(memory, unit);
    if (effects.random || effects.unknown) write(generator, unit);
    const bool is_call = node.op() != Opcode::Placeholder && node.op() != Opcode::Output;
    if (effects.unknown || (effects.required && is_call)) write(world, unit);
  }

  /// What stands before a barrier is computed before it, what stands behind it after it.
  void add_barrier(const Node& node, Unit unit) {
    if (node.op() == Opcode::Placeholder || node.op() == Opcode::GetAttr) return;
    if (barrier_) add_edge(*barrier_, unit);
    if (!aliasing_.effects(node).barrier) return since_barrier_.push_back(unit);
    for (const Unit before : since_barrier_)
      add_edge(before, unit);
    since_barrier_.clear();
    barrier_ = unit;
  }

  const AliasAnalysis& aliasing_;
  const std::vector<Unit>& unit_of_;
  std::optional<Unit> barrier_; // the last one
  std::vector<Unit> since_barrier_;
  std::vector<std::vector<Unit>> successors_;
  std::vector<uint32_t> predecessors_, first_;
  std::vector<Accesses> accesses_; // by memory; then the generator, and the world
  std::set<std::pair<Unit, Unit>> edges_;
};

class Outliner {
public:
  Outliner(TracedModule& model, Graph& graph, const AliasAnalysis& aliasing,
           const std::vector<std::vector<Node*>>& groups, std::string prefix)
      : model_(model), graph_(graph), aliasing_(aliasing), groups_(groups),
        prefix_(std::move(prefix)) {}

  Expected<std::vector<OutlinedPart>> run() {
    if (auto error = assign_units()) return *error;
    UnitOrder order(graph_, aliasing_, unit_of_, nodes_of_.size());
    const std::vector<Unit> sorted = order.sorted();
    const auto present = static_cast<size_t>(
        std::ranges::count_if(nodes_of_, [](const auto& nodes) { return !nodes.empty(); }));
    if (sorted.size() != present) return cycle_error(order.cycle(sorted));
    parts_.resize(groups_.size());
    for (const Unit unit : sorted) {
      if (unit < groups_.size())
        add_part(unit);
      else
        copy_node(*nodes_of_[unit].front());
    }
    parent_.set_libtorch(graph_.libtorch());
    graph_ = std::move(parent_);
    return std::move(parts_);
  }

private:
  std::optional<Error> assign_units() {
    constexpr Unit no_unit = UINT32_MAX;
    unit_of_.assign(graph_.id_limit(), no_unit);
    for (Unit group = 0; group < groups_.size(); ++group)
      for (const Node* node : groups_[group]) {
        const auto refuse = [&](std::string_view why) {
          return say(diag::not_moved_into_a_module, node->name().str(), why);
        };
        if (&node->graph() != &graph_) return refuse("it belongs to another graph");
        if (node->is_erased()) return refuse("it was erased");
        if (node->op() == Opcode::Placeholder || node->op() == Opcode::Output ||
            node->op() == Opcode::GetAttr)
          return refuse("it is no call");
        if (unit_of_[node->id()] != no_unit) return refuse("it is named twice");
        unit_of_[node->id()] = group;
      }
    nodes_of_.resize(groups_.size());
    for (Node* node : graph_) {
      Unit& unit = unit_of_[node->id()];
      if (unit == no_unit) {
        unit = static_cast<Unit>(nodes_of_.size());
        nodes_of_.emplace_back();
      }
      nodes_of_[unit].push_back(node); // in program order
    }
    return std::nullopt;
  }

  Error cycle_error(const std::vector<Unit>& cycle) const {
    std::string path;
    const auto name = [&](Unit unit) {
      return unit < groups_.size() ? fmt::format("'{}{}'", prefix_, unit)
                                   : fmt::format("'{}'", nodes_of_[unit].front()->name().str());
    };
    for (const Unit unit : cycle)
      path += name(unit) + " -> ";
    return say(diag::parts_in_a_cycle, path, name(cycle.front()));
  }

  Argument value_of(Node* node) const { return values_.at(node); }

  void copy_node(const Node& node) {
    values_[&node] = parent_.node_copy(node, [&](Node* input) { return value_of(input); });
  }

  /// The alias in the new module of what a call in it calls.
  Symbol module_alias(ModuleNode& part, const Node& call) {
    ModuleNode* original = model_.modules.find(call.target());
    std::string name = call.target().str();
    std::ranges::replace(name, '.', '_');
    if (original == nullptr) return Symbol(name);
    std::string unique = name;
    for (int i = 1; part.child(unique) != nullptr; ++i) {
      if (part.child(unique)->alias_of == original) return Symbol(unique);
      unique = fmt::format("{}_{}", name, i);
    }
    ModuleNode& alias = model_.modules.create({}, ModuleKind::User);
    alias.alias_of = original;
    model_.modules.attach(part, alias, Symbol(unique));
    return Symbol(unique);
  }

  void add_part(Unit unit) {
    std::string name = fmt::format("{}{}", prefix_, numbers_.empty() ? unit : numbers_[unit]);
    while (model_.modules.root().child(name) != nullptr)
      name += "_";
    ModuleNode& part = model_.modules.create(Symbol(name), ModuleKind::Graph);
    part.graph = std::make_shared<Graph>();
    part.graph->set_libtorch(graph_.libtorch());
    model_.modules.attach(model_.modules.root(), part, Symbol(name));
    OutlinedPart& outlined = parts_[unit];
    outlined.path = name;

    std::unordered_map<const Node*, Node*> inside;
    std::vector<Argument> inputs;
    // All inputs first: placeholders stand before everything else.
    for (const Node* node : nodes_of_[unit])
      for (Node* input : node->input_nodes()) {
        if (unit_of_[input->id()] == unit || inside.contains(input)) continue;
        Node* placeholder = part.graph->placeholder(input->name().view(), {}, input->type());
        placeholder->copy_meta_from(*input);
        inside[input] = placeholder;
        inputs.push_back(value_of(input));
      }
    std::vector<Node*> results;
    for (Node* node : nodes_of_[unit]) {
      Node* copy =
          part.graph->node_copy(*node, [&](Node* input) { return Argument(inside.at(input)); });
      add_source(*copy, *node, NodeSource::Action::Create);
      if (node->op() == Opcode::CallModule) copy->set_target(module_alias(part, *node));
      inside[node] = copy;
      outlined.nodes.push_back(copy);
      if (std::ranges::any_of(node->users(),
                              [&](const Node* user) { return unit_of_[user->id()] != unit; }))
        results.push_back(node);
    }
    std::vector<Argument> returned;
    returned.reserve(results.size());
    for (const Node* result : results)
      returned.emplace_back(inside.at(result));
    part.graph->output(returned.empty()       ? Argument()
                       : returned.size() == 1 ? returned.front()
                                              : Argument::tuple(returned));
    outlined.call = parent_.call_module(name, std::move(inputs));
    constexpr auto made = NodeSource::Action::CreateAndReplace;
    NodeSources sources;
    sources.reserve(results.size());
    for (const Node* result : results)
      sources.push_back(source_of(*result, made));
    outlined.call->set_meta(meta::from_node, std::move(sources));
    if (results.size() == 1) values_[results.front()] = outlined.call;
    if (results.size() > 1)
      for (size_t i = 0; i < results.size(); ++i) {
        Node* item = parent_.call_function("operator.getitem",
                                           {outlined.call, Argument(static_cast<int64_t>(i))});
        add_source(*item, *results[i], made);
        values_[results[i]] = item;
      }
  }

public:
  /// The numbers of the parts in their names; their index when there are none.
  std::vector<int64_t> numbers_;

private:
  TracedModule& model_;
  Graph& graph_;
  const AliasAnalysis& aliasing_;
  const std::vector<std::vector<Node*>>& groups_;
  std::string prefix_;
  std::vector<Unit> unit_of_;                // by node id
  std::vector<std::vector<Node*>> nodes_of_; // by unit
  Graph parent_;
  std::unordered_map<const Node*, Argument> values_; // in the new forward graph
  std::vector<OutlinedPart> parts_;
};

} // namespace

Expected<std::vector<OutlinedPart>> outline(TracedModule& model, const AliasAnalysis& aliasing,
                                            const std::vector<std::vector<Node*>>& groups,
                                            const std::string& prefix, Graph* graph) {
  return Outliner(model, graph ? *graph : model.graph, aliasing, groups, prefix).run();
}

Expected<std::vector<OutlinedPart>>
split_module(TracedModule& model, const AliasAnalysis& aliasing,
             const std::function<int64_t(const Node&)>& partition_of, const std::string& prefix,
             Graph* graph) {
  Graph& source = graph ? *graph : model.graph;
  std::map<int64_t, size_t> group_of;
  std::vector<std::vector<Node*>> groups;
  std::vector<int64_t> numbers;
  for (Node* node : source) {
    if (node->op() == Opcode::Placeholder || node->op() == Opcode::Output ||
        node->op() == Opcode::GetAttr)
      continue;
    const auto [group, is_new] = group_of.try_emplace(partition_of(*node), groups.size());
    if (is_new) {
      groups.emplace_back();
      numbers.push_back(group->first);
    }
    groups[group->second].push_back(node);
  }
  Outliner outliner(model, source, aliasing, groups, prefix);
  outliner.numbers_ = std::move(numbers);
  return outliner.run();
}

} // namespace fx
