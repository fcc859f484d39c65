#include "fx/Analysis/ConstantSubgraph.h"

#include "fx/Analysis/MemoryUses.h"
#include "fx/Analysis/Types.h"
#include "fx/Ops/Callee.h"

#include <algorithm>
#include <unordered_set>

namespace fx {

namespace {

/// Follows the modes that a graph enters and leaves.
class ModeRegions {
public:
  /// To be called with each node in turn.
  void pass(const Node& node, const Effects& effects) {
    if (!effects.barrier) return;
    if (node.op() == Opcode::CallMethod && node.target().view() == "__enter__")
      ++depth_;
    else if (node.op() == Opcode::CallMethod && node.target().view() == "__exit__" && depth_ > 0)
      --depth_;
    else
      is_lost_ = true; // what sets a mode need not set it back
  }
  bool is_outside() const { return depth_ == 0 && !is_lost_; }

private:
  int depth_ = 0;
  bool is_lost_ = false;
};

/// Whether the value follows from something that is no operand: modes of the thread, a gradient.
bool asks_for_surroundings(const Node& node) {
  if (node.is_call_function("builtins.getattr")) {
    const ops::TensorAttribute* attribute = ops::attribute_of(node);
    return attribute == nullptr || attribute->name == "grad" || attribute->name == "requires_grad";
  }
  if (node.op() != Opcode::CallFunction) return false;
  const ops::Callee& callee = ops::callee_of(node);
  // Of torch's functions without a schema those without an operand tell of modes.
  return callee.is(ops::Callee::Kind::Python) && !callee.is_python() && node.num_inputs() == 0 &&
         callee.python->target != "torch.tensor";
}

class Search {
public:
  Search(const Graph& graph, const TracedModule* module, const ConstantSubgraphOptions& options)
      : graph_(graph), module_(module), options_(options), aliasing_(graph, module, Modes::Eval),
        effects_of_(module, Modes::Both),
        is_external_written_(aliasing_.is_written(AliasAnalysis::external)) {}

  /// By node id.
  std::vector<bool> constant_nodes() {
    find_written_modules();
    std::vector<bool> constant(graph_.id_limit());
    ModeRegions regions;
    for (const Node* node : graph_) {
      regions.pass(*node, aliasing_.effects(*node));
      constant[node->id()] =
          std::ranges::all_of(node->input_nodes(),
                              [&](const Node* input) { return constant[input->id()]; }) &&
          (regions.is_outside() || node->op() == Opcode::GetAttr) && may_be_constant(*node);
    }
    return constant;
  }

  /// Takes out of `constant` what others use and cannot be kept, from the last to the first. What
  /// it was computed of may be kept then.
  std::vector<Node*> kept_values(std::vector<bool>& constant) const {
    const TracedModule none;
    const TypeAnalysis types(graph_, module_ != nullptr ? *module_ : none);
    std::vector<Node*> values;
    for (Node* node = graph_.back(); node != nullptr; node = node->prev()) {
      if (!constant[node->id()] || node->op() == Opcode::GetAttr) continue;
      const bool has_other_user = std::ranges::any_of(
          node->users(), [&](const Node* user) { return !constant[user->id()]; });
      if (!has_other_user) continue;
      if (can_be_kept(*node, types))
        values.push_back(node);
      else
        constant[node->id()] = false;
    }
    std::ranges::reverse(values);
    return values;
  }

private:
  bool may_be_constant(const Node& node) {
    if (options_.skip && options_.skip(node)) return false;
    switch (node.op()) {
    case Opcode::Placeholder:
    case Opcode::Output: return false;
    case Opcode::GetAttr: return !is_external_written_ && !is_in_written_module(node.target());
    case Opcode::CallModule:
      // It reads parameters.
      if (!options_.call_modules || is_external_written_) return false;
      break;
    case Opcode::CallFunction:
    case Opcode::CallMethod: break;
    }
    const Effects effects = effects_of_(node);
    return effects.is_pure() && !effects.barrier && !aliasing_.is_written(aliasing_.memory(node)) &&
           !asks_for_surroundings(node);
  }

  bool can_be_kept(const Node& node, const TypeAnalysis& types) const {
    const bool is_view_of_attribute = aliasing_.memory(node) == AliasAnalysis::external &&
                                      viewed_value(node, aliasing_) != nullptr;
    return !aliasing_.escapes(node) && !is_view_of_attribute && is_tensor(node, types);
  }

  static bool is_tensor(const Node& node, const TypeAnalysis& types) {
    if (types.type(node).kind != ValueType::Kind::Tensor) return false;
    // The operands' types, where they are known, say which overload is called.
    return types.is_certain(node) ||
           (types.call(node) != nullptr &&
            std::ranges::all_of(node.input_nodes(),
                                [&](const Node* input) { return types.is_certain(*input); }));
  }

  /// Modules that write to tensors of their own when they train.
  void find_written_modules() {
    if (module_ == nullptr) return;
    for (const Node* node : graph_)
      if (node->op() == Opcode::CallModule && effects_of_(*node).writes_state)
        written_.insert(first_place(module_->modules.find(node->target())));
  }
  static const ModuleNode* first_place(const ModuleNode* module) {
    while (module != nullptr && module->alias_of != nullptr)
      module = module->alias_of;
    return module;
  }
  bool is_in_written_module(std::string_view path) const {
    const size_t dot = path.rfind('.');
    if (written_.empty() || dot == std::string_view::npos) return false;
    const ModuleNode* owner = first_place(module_->modules.find(path.substr(0, dot)));
    for (; owner != nullptr; owner = first_place(owner->parent))
      if (written_.contains(owner)) return true;
    return false;
  }

  const Graph& graph_;
  const TracedModule* module_;
  const ConstantSubgraphOptions& options_;
  AliasAnalysis aliasing_;  // of evaluation: what calls of modules write in training is in written_
  EffectOracle effects_of_; // of both modes: a part of the model may be in another one
  bool is_external_written_;
  std::unordered_set<const ModuleNode*> written_;
};

} // namespace

ConstantSubgraph::ConstantSubgraph(const Graph& graph, const TracedModule* module,
                                   const Options& options) {
  Search search(graph, module, options);
  std::vector<bool> constant = search.constant_nodes();
  values_ = search.kept_values(constant);
  std::vector<bool> needed(graph.id_limit());
  std::vector<const Node*> pending(values_.begin(), values_.end());
  for (const Node* value : values_)
    needed[value->id()] = true;
  while (!pending.empty()) {
    const Node& node = *pending.back();
    pending.pop_back();
    for (const Node* input : node.input_nodes()) {
      if (!needed[input->id()]) pending.push_back(input);
      needed[input->id()] = true;
    }
  }
  for (Node* node : graph)
    if (needed[node->id()]) nodes_.push_back(node);
}

} // namespace fx
