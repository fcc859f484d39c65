#include "fx/Runtime/Decompose.h"

#include "ClassName.h"
#include "DecompositionKeys.h"
#include "RuleTrace.h"

#include "fx/Analysis/Effects.h"
#include "fx/IR/Printer.h"
#include "fx/Runtime/Traceback.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <unordered_set>

namespace fx {

using runtime::RuleState;
using runtime::RuleTracer;

void DecompositionRule::refuse(const torch::nn::Module* module, const std::string& wanted) {
  if (module == nullptr)
    throw RuntimeError(
        fmt::format("the rule takes a {}, and only calls of modules have one", wanted));
  throw RuntimeError(fmt::format("the rule takes a {}, and the module is a {}", wanted,
                                 runtime::qualified_class_name(*module)));
}

namespace {

/// Rules that made a node, directly or not.
using Makers = std::set<const DecompositionRule*>;

struct Pending {
  Node* node;
  std::shared_ptr<const Makers> makers;
};

/// Whether a graph writes to what one of its placeholders stands for.
bool writes_to_inputs(const Graph& graph) {
  EffectOracle effects_of;
  std::unordered_set<const Node*> inputs;
  for (const Node* node : graph) {
    if (node->op() == Opcode::Placeholder) inputs.insert(node);
    if (node->op() != Opcode::CallFunction && node->op() != Opcode::CallMethod) continue;
    const Effects effects = effects_of(*node);
    size_t index = 0;
    const auto visit = [&](const Argument& operand) {
      bool is_input = false;
      for_each_node(operand, [&](Node* used) { is_input = is_input || inputs.contains(used); });
      const uint64_t bit = Effects::operand_bit(index++);
      if (is_input && (effects.aliases & bit) != 0) inputs.insert(node);
      return is_input && (effects.writes & bit) != 0;
    };
    bool writes = false;
    for (const Argument& arg : node->args())
      writes = visit(arg) || writes;
    for (const KeywordArgument& keyword : node->kwargs())
      writes = visit(keyword.value) || writes;
    if (writes) return true;
  }
  return false;
}

class Decomposition {
public:
  Decomposition(const GraphModule& module, const DecompositionTable& table)
      : module_(module), table_(table), state_(*module) {
    for (const auto& [key, rule] : table) {
      runtime::check_key(key);
      has_operators_ = has_operators_ || key.find("::") != std::string::npos;
    }
  }

  Graph run(const Graph& original) {
    Graph graph = original.clone();
    std::vector<Pending> pending;
    const auto none = std::make_shared<const Makers>();
    for (Node* node : graph)
      pending.push_back({node, none});
    std::reverse(pending.begin(), pending.end());
    while (!pending.empty()) {
      const Pending next = std::move(pending.back());
      pending.pop_back();
      if (next.node->is_erased()) continue;
      const DecompositionRule* rule = rule_for(*next.node, *next.makers);
      if (rule == nullptr) continue;
      const std::vector<Node*> made = replace(*next.node, *rule);
      Makers makers = *next.makers;
      makers.insert(rule);
      const auto shared = std::make_shared<const Makers>(std::move(makers));
      for (auto node = made.rbegin(); node != made.rend(); ++node)
        pending.push_back({*node, shared});
    }
    return graph;
  }

  const AttributeMap& constants() const { return state_.constants(); }

private:
  const DecompositionRule* rule_for(const Node& node, const Makers& makers) const {
    for (const std::string& key : runtime::keys_of(node, *module_, has_operators_)) {
      const auto found = table_.find(key);
      if (found != table_.end() && !makers.contains(&found->second)) return &found->second;
    }
    return nullptr;
  }

  std::vector<Node*> replace(Node& node, const DecompositionRule& rule) {
    try {
      return apply(node, rule);
    } catch (const std::exception& error) {
      const auto* of_torch = dynamic_cast<const c10::Error*>(&error);
      throw RuntimeError(fmt::format("the decomposition of node '{}' ({}) failed: {}",
                                     node.name().view(), node.target().view(),
                                     of_torch ? of_torch->what_without_backtrace() : error.what()));
    }
  }

  std::vector<Node*> apply(Node& node, const DecompositionRule& rule) {
    torch::nn::Module* module =
        node.op() == Opcode::CallModule ? module_->find_module(node.target()) : nullptr;
    RuleTracer tracer(state_, node);
    const Graph recorded = tracer.record(rule.function_for(module));
    if (recorded.output_node()->arg(0).is_none()) return {};
    check_writes(node, recorded);
    Graph& graph = node.graph();
    Graph::ValueMap values = tracer.inputs();
    const Graph::InsertPoint here = graph.inserting_before(&node);
    const Argument result = *graph.graph_copy(recorded, values);
    std::vector<Node*> made;
    for (const Node* copied : recorded)
      if (copied->op() != Opcode::Placeholder && copied->op() != Opcode::Output)
        made.push_back(values.at(copied));
    check_result(node, result);
    for (Node* copy : made)
      take_origin(node, *copy, result.is_node() && result.as_node() == copy);
    put(node, result);
    return made;
  }

  static void check_writes(const Node& node, const Graph& recorded) {
    if (node.op() == Opcode::CallModule) return;
    if (EffectOracle()(node).writes != 0 && !writes_to_inputs(recorded))
      throw RuntimeError("it writes to an operand, and the rule to none. Let the rule write with "
                         "copy_(), and give what that gives");
  }

  /// What is known of the node holds for what stands for it.
  static void check_result(const Node& node, const Argument& result) {
    const TensorMeta* known = node.meta(meta::tensor_meta);
    const TensorMeta* found =
        result.is_node() ? result.as_node()->meta(meta::tensor_meta) : nullptr;
    if (known == nullptr || found == nullptr ||
        (known->shape == found->shape && known->dtype == found->dtype))
      return;
    const auto text = [](const TensorMeta& tensor) {
      return fmt::format("{}[{}]", tensor.dtype.view(), fmt::join(tensor.shape, ", "));
    };
    throw RuntimeError(
        fmt::format("the rule gives {}, and the node {}", text(*found), text(*known)));
  }

  static void take_origin(const Node& from, Node& to, bool is_result) {
    const Argument* overload = to.meta(free_meta_key("overload"));
    const std::optional<Argument> own = overload ? std::optional(*overload) : std::nullopt;
    const TensorMeta* found = to.meta(meta::tensor_meta);
    const std::optional<TensorMeta> tensor = found ? std::optional(*found) : std::nullopt;
    to.copy_meta_from(from);
    to.erase_meta(meta::syntax);
    to.erase_meta(free_meta_key("overload"));
    if (own) to.set_meta(free_meta_key("overload"), *own);
    if (!is_result) {
      const std::vector<const MetaKeyBase*> of_value = runtime::keys_of_values();
      for (const MetaKeyBase* key : of_value)
        to.erase_meta(*key);
    }
    if (tensor) to.set_meta(meta::tensor_meta, *tensor);
    traceback::add_from_node(to, from, "decompose",
                             is_result ? traceback::NodeSourceAction::Replace
                                       : traceback::NodeSourceAction::Create);
  }

  /// Lets what stands for the value of a node be used in its place.
  static void put(Node& node, const Argument& result) {
    if (result.is_sequence()) {
      const std::vector<Node*> users(node.users().begin(), node.users().end());
      for (Node* user : users) {
        if (!user->is_call_function("operator.getitem") || user->args().size() != 2 ||
            !user->arg(1).is(Argument::Kind::Int))
          continue;
        const int64_t count = static_cast<int64_t>(result.items().size());
        const int64_t index = user->arg(1).as_int();
        if (index < -count || index >= count)
          throw RuntimeError(fmt::format("the rule gives {} values, and node '{}' takes number {}",
                                         count, user->name().view(), index));
        replace_uses(*user, result.items()[static_cast<size_t>(index < 0 ? index + count : index)]);
        user->graph().erase_node(user);
      }
    }
    replace_uses(node, result);
    node.graph().erase_node(&node);
  }
  static void replace_uses(Node& node, const Argument& value) {
    if (value.is_node())
      node.replace_all_uses_with(value.as_node());
    else
      node.replace_all_uses_with(value);
  }

  const GraphModule& module_;
  const DecompositionTable& table_;
  RuleState state_;
  bool has_operators_ = false; // among the keys
};

} // namespace

GraphModule decompose(const GraphModule& module, const DecompositionTable& table) {
  Decomposition decomposition(module, table);
  Graph graph = decomposition.run(module->graph());
  std::unique_ptr<Graph> training;
  if (module->training_graph() != nullptr)
    training = std::make_unique<Graph>(decomposition.run(*module->training_graph()));
  return module->with_graphs(std::move(graph), std::move(training), decomposition.constants());
}

} // namespace fx
