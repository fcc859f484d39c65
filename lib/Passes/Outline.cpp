// Groups of nodes become modules.
#include "fx/Passes/Outline.h"

#include "Messages.h"
#include "UnitOrder.h"

#include "fx/Analysis/Types.h"
#include "fx/IR/Provenance.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>

namespace fx {

namespace {

class Outliner {
public:
  Outliner(TracedModule& model, Graph& graph, const AliasAnalysis& aliasing,
           const std::vector<std::vector<Node*>>& groups, const std::vector<std::string>& names)
      : model_(model), graph_(graph), aliasing_(aliasing), groups_(groups), names_(names),
        types_(graph, model) {}

  Expected<std::vector<OutlinedPart>> run() {
    if (auto error = assign_units()) return *error;
    const UnitOrder order(graph_, aliasing_, unit_of_, nodes_of_.size());
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
      return fmt::format("'{}'", unit < groups_.size() ? std::string_view(names_[unit])
                                                       : nodes_of_[unit].front()->name().view());
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
    alias.registered = false; // the state has it where it was
    model_.modules.attach(part, alias, Symbol(unique));
    return Symbol(unique);
  }

  void add_part(Unit unit) {
    std::string name = names_[unit];
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
        note_type(*placeholder, types_.type(*input));
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
    note_results(*part.graph->output_node(), results);
    note_results(*outlined.call, results);
    if (results.size() == 1) values_[results.front()] = outlined.call;
    if (results.size() > 1)
      for (size_t i = 0; i < results.size(); ++i) {
        Node* item = parent_.call_function("operator.getitem",
                                           {outlined.call, Argument(static_cast<int64_t>(i))});
        add_source(*item, *results[i], made);
        values_[results[i]] = item;
      }
  }

  /// The type of a value that a part takes or gives, which its nodes told: it is not there any
  /// more. A list that refers to the memory of a tensor becomes one of its own.
  static std::string text_of(const ValueType& type) {
    return type.is(ValueType::Kind::Sizes) ? "std::vector<int64_t>" : type.text;
  }
  static void note_type(Node& node, const ValueType& type) {
    const bool is_known = !type.is(ValueType::Kind::Unknown) && !type.is(ValueType::Kind::Tensor) &&
                          !type.is(ValueType::Kind::None) && !type.is(ValueType::Kind::Void);
    if (is_known && node.meta(meta::cpp_type) == nullptr)
      node.set_meta(meta::cpp_type, text_of(type));
  }

  /// Of a call of a part, or of what the part returns: nothing is said where all are tensors.
  void note_results(Node& node, const std::vector<Node*>& results) const {
    std::string text;
    bool has_others = false;
    for (const Node* result : results) {
      const ValueType& type = types_.type(*result);
      if (type.text.empty()) return;
      has_others |= !type.is(ValueType::Kind::Tensor);
      text += (text.empty() ? "" : ", ") + text_of(type);
    }
    if (results.empty() || (results.size() == 1 && !has_others)) return;
    node.set_meta(meta::cpp_type, results.size() == 1 ? text : "std::tuple<" + text + ">");
  }

  TracedModule& model_;
  Graph& graph_;
  const AliasAnalysis& aliasing_;
  const std::vector<std::vector<Node*>>& groups_;
  const std::vector<std::string>& names_;
  TypeAnalysis types_;
  std::vector<Unit> unit_of_;                // by node id
  std::vector<std::vector<Node*>> nodes_of_; // by unit
  Graph parent_;
  std::unordered_map<const Node*, Argument> values_; // in the new forward graph
  std::vector<OutlinedPart> parts_;
};

} // namespace

Expected<std::vector<OutlinedPart>> outline_as(TracedModule& model, const AliasAnalysis& aliasing,
                                               const std::vector<std::vector<Node*>>& groups,
                                               const std::vector<std::string>& names,
                                               Graph* graph) {
  return Outliner(model, graph ? *graph : model.graph, aliasing, groups, names).run();
}

Expected<std::vector<OutlinedPart>> outline(TracedModule& model, const AliasAnalysis& aliasing,
                                            const std::vector<std::vector<Node*>>& groups,
                                            const std::string& prefix, Graph* graph) {
  std::vector<std::string> names;
  names.reserve(groups.size());
  for (size_t i = 0; i < groups.size(); ++i)
    names.push_back(fmt::format("{}{}", prefix, i));
  return outline_as(model, aliasing, groups, names, graph);
}

Expected<std::vector<OutlinedPart>>
split_module(TracedModule& model, const AliasAnalysis& aliasing,
             const std::function<int64_t(const Node&)>& partition_of, const std::string& prefix,
             Graph* graph) {
  std::map<int64_t, size_t> group_of;
  std::vector<std::vector<Node*>> groups;
  std::vector<std::string> names;
  for (Node* node : graph ? *graph : model.graph) {
    if (node->op() == Opcode::Placeholder || node->op() == Opcode::Output ||
        node->op() == Opcode::GetAttr)
      continue;
    const auto [group, is_new] = group_of.try_emplace(partition_of(*node), groups.size());
    if (is_new) {
      groups.emplace_back();
      names.push_back(fmt::format("{}{}", prefix, group->first));
    }
    groups[group->second].push_back(node);
  }
  return outline_as(model, aliasing, groups, names, graph);
}

} // namespace fx
