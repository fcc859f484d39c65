#include "RuleOnModules.h"

#include "fx/Ops/Modules.h"
#include "fx/Passes/ReplacePattern.h"

#include <algorithm>
#include <map>
#include <optional>
#include <unordered_set>

namespace fx {

namespace {

/// The call that a graph returns, when it computes nothing else.
const Node* only_call(const Graph& graph) {
  const Node* output = graph.output_node();
  if (output == nullptr || output->args().size() != 1 || !output->arg(0).is_node()) return nullptr;
  const Node* result = output->arg(0).as_node();
  const auto is_other = [&](const Node* node) {
    return node != result && node->op() != Opcode::Placeholder && node->op() != Opcode::Output;
  };
  return std::ranges::any_of(graph, is_other) ? nullptr : result;
}

ModuleNode* called_module(TracedModule& module, const Node& call) {
  ModuleNode* called =
      call.op() == Opcode::CallModule ? module.modules.find(call.target()) : nullptr;
  while (called != nullptr && called->alias_of != nullptr)
    called = called->alias_of;
  return called;
}

bool is_in_container(const ModuleNode& module) {
  return module.parent != nullptr && module.parent->kind == ModuleKind::Container;
}

/// What the rule makes of calls of one operation.
class Replacement {
public:
  /// Nothing when it is not one operation, or the value that the pattern gives it.
  static std::optional<Replacement> create(const RewriteCase& alternative) {
    const Node* wanted = only_call(alternative.pattern.graph);
    const Node* result = only_call(alternative.replacement.graph);
    if (wanted == nullptr || result == nullptr) return std::nullopt;
    Replacement made;
    made.inputs_ = alternative.replacement.graph.placeholders();
    if (result->op() == Opcode::CallModule) {
      const ModuleNode* own = alternative.replacement.modules.find(result->target());
      if (own == nullptr || own->is_input || result->args().size() != 1 ||
          !result->arg(0).is_node() ||
          is_for_evaluation(alternative.pattern, alternative.replacement))
        return std::nullopt;
      ops::Operation::Operand& operand = made.operation_.operands.emplace_back();
      operand.parameter = "input";
      operand.value = result->arg(0);
      made.own_ = ops::OtherModule{own->cpp_type, own->options};
      return made;
    }
    if (result->op() == Opcode::Placeholder) {
      ops::Operation::Operand& operand = made.operation_.operands.emplace_back();
      operand.parameter = "input";
      operand.value = alternative.replacement.graph.output_node()->arg(0);
      return made;
    }
    std::optional<ops::Operation> operation =
        ops::operation_of(*result, alternative.replacement, Modes::Both);
    if (!operation || operation->in_place) return std::nullopt;
    made.operation_ = std::move(*operation);
    return made;
  }

  bool gives_its_input() const { return operation_.name.empty() && !own_; }

  /// The module in the place of the one that a match calls; nothing when there is none, or the
  /// first operand is not what the match takes first.
  std::optional<ops::OtherModule> at(const Match& match, const ModuleNode& called,
                                     const TracedModule& module) const {
    ops::Operation operation = operation_;
    for (ops::Operation::Operand& operand : operation.operands)
      operand.value = map_nodes(operand.value, [&](Node* node) {
        const auto input = std::ranges::find(inputs_, node);
        return input == inputs_.end() ? Argument(node)
                                      : match.inputs[static_cast<size_t>(input - inputs_.begin())];
      });
    const ops::Operation::Operand* first = operation.find("input");
    const bool takes_the_same = first != nullptr && match.anchor->args().size() == 1 &&
                                first->value == match.anchor->arg(0);
    if (!takes_the_same) return std::nullopt;
    if (!own_) return ops::module_in_place_of(called, operation, module);
    return ops::may_have_tensors(called, module) ? std::nullopt : own_;
  }

private:
  ops::Operation operation_;
  std::optional<ops::OtherModule> own_; // that the replacement makes
  std::vector<Node*> inputs_;
};

} // namespace

Expected<ReplacedModules> replace_modules(TracedModule& module, const RewriteCase& alternative,
                                          const MatchOptionsFor& options, AnalysisManager& analyses,
                                          bool with_identity) {
  ReplacedModules replaced;
  const std::optional<Replacement> replacement = Replacement::create(alternative);
  if (!replacement || (replacement->gives_its_input() && !with_identity)) return replaced;
  struct Candidate {
    std::vector<const Node*> calls;
    std::optional<ops::OtherModule> other;
    bool is_possible = true;
  };
  std::map<ModuleNode*, Candidate> candidates;
  std::unordered_set<const Node*> matched;
  for (Graph* graph : module.forward_graphs()) {
    const Expected<SubgraphMatcher> matcher =
        SubgraphMatcher::create(alternative.pattern, options(*graph));
    if (!matcher) return matcher.error();
    for (const Match& match :
         matcher->match(*graph, module, analyses.get<AliasAnalysis>(*graph, module))) {
      ModuleNode* called = called_module(module, *match.anchor);
      if (called == nullptr || (replacement->gives_its_input() && !is_in_container(*called)))
        continue;
      Candidate& candidate = candidates[called];
      const std::optional<ops::OtherModule> other = replacement->at(match, *called, module);
      candidate.is_possible &= other && !match.in_evaluation_alone &&
                               (candidate.calls.empty() || candidate.other == other);
      candidate.other = other;
      candidate.calls.push_back(match.anchor);
      matched.insert(match.anchor);
    }
  }
  for (Graph* graph : module.forward_graphs())
    for (const Node* node : *graph)
      if (const auto found = candidates.find(called_module(module, *node));
          found != candidates.end())
        found->second.is_possible &= matched.contains(node);
  for (auto& [called, candidate] : candidates) {
    if (!candidate.is_possible) continue;
    const bool is_the_same = called->cpp_type == candidate.other->cpp_type &&
                             called->options == candidate.other->options;
    std::vector<const Node*>& calls = is_the_same ? replaced.kept : replaced.changed;
    calls.insert(calls.end(), candidate.calls.begin(), candidate.calls.end());
    called->cpp_type = candidate.other->cpp_type;
    called->options = candidate.other->options;
    called->leaf_tensors.reset();
  }
  return replaced;
}

} // namespace fx
