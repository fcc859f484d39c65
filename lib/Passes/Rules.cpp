#include "fx/Passes/Rules.h"

#include "MemberNames.h"
#include "Messages.h"
#include "NewModules.h"
#include "RuleOnModules.h"

#include "fx/Analysis/CallOperations.h"
#include "fx/Analysis/Numbers.h"
#include "fx/IR/Namespace.h"
#include "fx/IR/ValueType.h"
#include "fx/Ops/Modules.h"
#include "fx/Ops/PythonArithmetic.h"
#include "fx/Passes/ReplacePattern.h"

#include <algorithm>
#include <fmt/format.h>
#include <functional>
#include <ranges>
#include <unordered_set>

namespace fx {

namespace {

using Kind = Argument::Kind;

ValueType declared_type(const Node& input) {
  const std::string* type = input.meta(meta::cpp_type);
  return type == nullptr ? ValueType() : ValueType::parse(*type);
}

bool is_list_of(const Argument& value, auto&& is_item) {
  return (value.is(Kind::List) || value.is(Kind::Tuple)) &&
         std::ranges::all_of(value.items(), is_item);
}

/// Whether a value can be what a parameter of this type is given; nothing when the type is not
/// known here.
std::optional<bool> fits(const ValueType& type, const Argument& value,
                         const std::function<bool(const Node&)>& is_number) {
  // A size that is known only when the model runs can stand in a list.
  const auto is_int = [](const Argument& item) { return item.is(Kind::Int) || item.is_node(); };
  switch (type.kind) {
  case ValueType::Kind::Optional:
    return value.is_none() ? true : fits(type.items.front(), value, is_number);
  case ValueType::Kind::Tensor:
    return value.is_none() || (value.is_node() && !is_number(*value.as_node()));
  case ValueType::Kind::Bool: return value.is(Kind::Bool);
  case ValueType::Kind::Int: return value.is(Kind::Int);
  case ValueType::Kind::Float: return value.is(Kind::Float) || value.is(Kind::Int);
  case ValueType::Kind::Scalar:
    return value.is(Kind::Float) || value.is(Kind::Int) || value.is(Kind::Bool);
  case ValueType::Kind::List:
    if (!type.items.front().is(ValueType::Kind::Int)) return std::nullopt;
    [[fallthrough]];
  case ValueType::Kind::Sizes: return is_int(value) || is_list_of(value, is_int);
  default: return std::nullopt;
  }
}

/// What the condition computes from literals. Error: it computes with something else.
Expected<Argument> evaluate(const Graph& condition,
                            const std::unordered_map<Symbol, Argument>& inputs) {
  std::unordered_map<const Node*, Argument> values;
  const auto value_of = [&](const Argument& argument) {
    return argument.is_node() ? values.at(argument.as_node()) : argument;
  };
  const auto fail = [](const Node* node, const std::string& why) {
    Error error(say(diag::rule_condition_not_computed, why));
    if (const SourceRange* range = node->meta(meta::source_range))
      error.location = {range->file.str(), range->line, range->column};
    return error;
  };
  for (const Node* node : condition) {
    if (node->op() == Opcode::Output) return value_of(node->arg(0));
    if (node->op() == Opcode::Placeholder) {
      const auto given = inputs.find(node->target());
      if (given == inputs.end())
        return fail(node, fmt::format("no pattern has '{}'", node->target().view()));
      values.emplace(node, given->second);
      continue;
    }
    std::vector<Argument> operands;
    for (const Argument& argument : node->args())
      operands.push_back(value_of(argument));
    const auto value = ops::python_call(node->target(), operands);
    if (!value) return fail(node, fmt::format("'{}' cannot be computed", node->target().view()));
    values.emplace(node, *value);
  }
  return Argument(true);
}

Expected<bool> applies(const Match& match, const Graph& pattern, const RewriteRule& rule,
                       const NumberAnalysis& numbers) {
  const std::vector<Node*> inputs = pattern.placeholders();
  std::unordered_map<Symbol, Argument> literals;
  // The tensors of modules that were matched are in a graph of their own.
  const auto is_number = [&](const Node& node) {
    return &node.graph() != match.tensors.get() && numbers.is_number(node);
  };
  for (size_t i = 0; i < inputs.size(); ++i) {
    const ValueType type = declared_type(*inputs[i]);
    const std::optional<bool> fit = fits(type, match.inputs[i], is_number);
    if (!fit) {
      Error error(say(diag::rule_parameter_of_another_type, type.text));
      if (const SourceRange* range = inputs[i]->meta(meta::source_range))
        error.location = {range->file.str(), range->line, range->column};
      return error;
    }
    if (!*fit) return false;
    literals.emplace(inputs[i]->target(), match.inputs[i]);
  }
  if (!rule.condition) return true;
  const Expected<Argument> value = evaluate(rule.condition->graph, literals);
  if (!value) return value.error();
  return *value == Argument(true);
}

Error in_rule(const RewriteRule& rule, Error error) {
  error.message = fmt::format("rule '{}': {}", rule.name, error.message);
  error.location = {rule.location.file.str(), rule.location.line, rule.location.column};
  return error;
}

MatchOptions match_options(const TracedModule& module, const Graph& graph, const RewriteRule& rule,
                           const RewriteCase& alternative, AnalysisManager& analyses,
                           std::optional<Error>& failure) {
  const NumberAnalysis& numbers = analyses.get<NumberAnalysis>(graph, module);
  MatchOptions options;
  if (!alternative.exact) options.operations = &analyses.get<CallOperations>(graph, module);
  options.filters.emplace_back([&](const Match& match, const Graph&, const Graph& pattern) {
    const Expected<bool> result = applies(match, pattern, rule, numbers);
    if (!result && !failure) failure = result.error();
    return result && *result;
  });
  return options;
}

/// The answer comes in the words of what stood there: a method by a method where there is one, a
/// function of torch.nn.functional by one. `written`: how what was matched was.
void respell(const ReplacedMatch& replaced, ops::Operation::Spelling written,
             const TracedModule& module) {
  const auto is_call = [](const auto& entry) { return entry.first->op() != Opcode::GetAttr; };
  if (replaced.replacements.size() != 1 ||
      std::ranges::count_if(replaced.match.nodes_map, is_call) != 1)
    return;
  Node* made = replaced.replacements.front();
  std::optional<ops::OtherCall> other = ops::respelled(*made, written, module);
  if (!other) return;
  Graph& graph = made->graph();
  const auto point = graph.inserting_before(made);
  Node* fresh =
      graph.create_node(other->op, other->target, std::move(other->args), std::move(other->kwargs));
  fresh->copy_meta_from(*made);
  made->replace_all_uses_with(fresh);
  graph.erase_node(made);
}

/// x.relu_(); is x = x.relu_();: who reads x afterwards reads what the call returns. So that a rule
/// sees the value, for as long as this lives; where the call is still there then, all is as before.
class ResultsOfDropped {
public:
  ResultsOfDropped(Graph& graph, const CallOperations& operations, std::string_view operation)
      : graph_(graph) {
    std::unordered_map<const Node*, size_t> places;
    const auto place_of = [&](const Node* node) {
      if (places.empty())
        for (const Node* each : graph)
          places.emplace(each, places.size());
      return places.at(node);
    };
    for (Node* call : operations.named(operation)) {
      if (!operations.of(*call)->in_place || call->num_users() > 0 || call->args().empty() ||
          !call->arg(0).is_node())
        continue;
      Node* overwritten = call->arg(0).as_node();
      overwritten->replace_all_uses_with(
          call, [&](Node* user) { return place_of(user) > place_of(call); });
      if (call->num_users() > 0) redirected_.emplace_back(call, overwritten);
    }
  }
  ~ResultsOfDropped() {
    std::unordered_set<const Node*> alive;
    for (const Node* node : graph_)
      alive.insert(node);
    for (const auto& [call, overwritten] : std::views::reverse(redirected_))
      if (alive.contains(call)) call->replace_all_uses_with(overwritten);
  }
  ResultsOfDropped(const ResultsOfDropped&) = delete;
  ResultsOfDropped& operator=(const ResultsOfDropped&) = delete;

  bool has_any() const { return !redirected_.empty(); }

private:
  Graph& graph_;
  std::vector<std::pair<Node*, Node*>> redirected_; // the call, and what it overwrites
};

/// What the pattern computes last; empty when it is no operation.
std::string_view last_operation(const TracedModule& pattern) {
  const Node* output = pattern.graph.output_node();
  const Node* last = output != nullptr && output->args().size() == 1 && output->arg(0).is_node()
                         ? output->arg(0).as_node()
                         : nullptr;
  const std::optional<ops::Operation> operation =
      last == nullptr ? std::nullopt : ops::operation_of(*last, pattern, Modes::Both);
  return operation ? operation->name : std::string_view();
}

/// What a member for a module that a replacement makes is called: as the variable is, if any.
std::string member_name(const ModuleNode& made) {
  const std::string_view type = made.cpp_type;
  const bool is_of_class =
      made.name.view().starts_with(snake_case(type.substr(type.rfind(':') + 1)));
  return is_of_class || !is_member_name(made.name) ? name_for_class(type) : made.name.str();
}

/// The modules that a replacement makes belong to the class whose code runs there.
void bring_modules(const RewriteRule& rule, const RewriteCase& alternative, NewModules& modules,
                   ReplaceOptions& options) {
  const ModuleTree& own = alternative.replacement.modules;
  if (std::ranges::all_of(own.root().children, &ModuleNode::is_input)) return;
  options.match.filters.emplace_back([&](const Match& match, const Graph&, const Graph&) {
    return modules.owner_of(*match.anchor) != nullptr;
  });
  options.path_of_own = [&](const Match& match, const ModuleNode& made) {
    // Without weights one does for all of a class.
    std::string user;
    if (ops::may_have_tensors(made, alternative.replacement)) {
      const auto [file, line, column, end_line, end_column] = place_of(*match.anchor);
      user = fmt::format("{}:{}:{}-{}:{} {} {}", file, line, column, end_line, end_column,
                         rule.name, made.name.view());
    }
    return modules.path_of(*modules.owner_of(*match.anchor), {made.cpp_type, made.options},
                           member_name(made), user);
  };
}

/// `done`: calls that the rule has replaced already.
Expected<AppliedRule> apply_to_graph(TracedModule& module, Graph& graph, const RewriteRule& rule,
                                     AnalysisManager& analyses, NewModules& modules,
                                     const std::unordered_set<const Node*>& done) {
  AppliedRule applied;
  std::optional<Error> failure;
  for (const RewriteCase& alternative : rule.cases) {
    std::optional<ResultsOfDropped> results;
    if (!alternative.exact) {
      results.emplace(graph, analyses.get<CallOperations>(graph, module),
                      last_operation(alternative.pattern));
      if (results->has_any()) analyses.invalidate();
    }
    std::vector<std::string> spellings;
    std::unordered_map<const Node*, ops::Operation::Spelling> written;
    ReplaceOptions options;
    options.graph = &graph;
    options.match = match_options(module, graph, rule, alternative, analyses, failure);
    bring_modules(rule, alternative, modules, options);
    options.match.filters.emplace_back([&](const Match& match, const Graph&, const Graph&) {
      if (done.contains(match.anchor)) return false;
      spellings.push_back(ops::spelling_text(*match.anchor, module));
      if (const ops::Operation* operation =
              alternative.exact ? nullptr
                                : analyses.get<CallOperations>(graph, module).of(*match.anchor))
        written.emplace(match.anchor, operation->spelling);
      return true;
    });
    const auto replaced = replace_pattern(module, alternative.pattern, alternative.replacement,
                                          analyses.get<AliasAnalysis>(graph, module), options);
    if (!replaced) return in_rule(rule, replaced.error());
    if (failure) return *failure;
    for (const ReplacedMatch& match : *replaced)
      if (const auto found = written.find(match.match.anchor); found != written.end())
        respell(match, found->second, module);
    if (!replaced->empty()) analyses.invalidate();
    applied.places += replaced->size();
    for (const std::string& spelling : spellings)
      ++applied.spellings[spelling];
    if (results && results->has_any()) {
      results.reset();
      analyses.invalidate();
    }
  }
  return applied;
}

/// The places of a rule that replaces nothing.
Expected<AppliedRule> find_places(TracedModule& module, const RewriteRule& rule,
                                  AnalysisManager& analyses) {
  AppliedRule found;
  for (const Graph* graph : module.forward_graphs()) {
    std::vector<const Node*> told;
    for (const RewriteCase& alternative : rule.cases) {
      std::optional<Error> failure;
      const Expected<SubgraphMatcher> matcher = SubgraphMatcher::create(
          alternative.pattern, match_options(module, *graph, rule, alternative, analyses, failure));
      if (!matcher) return in_rule(rule, matcher.error());
      for (const Match& match :
           matcher->match(*graph, module, analyses.get<AliasAnalysis>(*graph, module)))
        told.push_back(match.anchor);
      if (failure) return *failure;
    }
    if (told.size() > found.told.size()) found.told = std::move(told);
  }
  return found;
}

} // namespace

Expected<AppliedRule> apply_rule(TracedModule& module, const RewriteRule& rule,
                                 AnalysisManager& analyses, ModuleChanges module_changes) {
  if (!rule.message.empty()) return find_places(module, rule, analyses);
  // The modules first: their calls stay.
  std::unordered_set<const Node*> done;
  std::map<const Graph*, AppliedRule> of_modules;
  std::optional<Error> failure;
  for (const RewriteCase& alternative : rule.cases) {
    if (alternative.exact || module_changes == ModuleChanges::None) continue;
    std::map<const Node*, std::string> spellings;
    for (const Graph* graph : module.forward_graphs())
      for (const Node* node : graph->find_nodes(Opcode::CallModule))
        spellings.emplace(node, ops::spelling_text(*node, module));
    const auto options = [&](const Graph& graph) {
      return match_options(module, graph, rule, alternative, analyses, failure);
    };
    const Expected<ReplacedModules> replaced =
        replace_modules(module, alternative, options, analyses,
                        /*with_identity=*/module_changes == ModuleChanges::Identity);
    if (failure) return *failure;
    if (!replaced) return in_rule(rule, replaced.error());
    done.insert(replaced->kept.begin(), replaced->kept.end());
    for (const Node* call : replaced->changed) {
      AppliedRule& applied = of_modules[&call->graph()];
      ++applied.places;
      ++applied.spellings[spellings.at(call)];
      done.insert(call);
    }
    if (!replaced->changed.empty()) analyses.invalidate();
  }
  AppliedRule most;
  NewModules modules(module);
  for (Graph* graph : module.forward_graphs()) {
    Expected<AppliedRule> applied = apply_to_graph(module, *graph, rule, analyses, modules, done);
    if (!applied) return applied.error();
    const AppliedRule& before = of_modules[graph];
    applied->places += before.places;
    for (const auto& [spelling, count] : before.spellings)
      applied->spellings[spelling] += count;
    // A place of the source that is in both graphs is one.
    if (applied->places > most.places) most = std::move(*applied);
  }
  most.said_of_saved_weights = modules.said_of_saved_weights();
  return most;
}

namespace {

class Rules final : public Pass {
public:
  explicit Rules(std::string name) : name_(std::move(name)) {}

  Expected<PassResult> run(TracedModule& module, PassContext& context) override {
    if (const auto error = check(context.rules)) return *error;
    PassResult result;
    for (const RewriteRule& rule : context.rules) {
      if (!name_.empty() && rule.name != name_) continue;
      const Expected<AppliedRule> applied =
          apply_rule(module, rule, context.analyses, context.module_changes);
      if (!applied) return applied.error();
      for (const Node* node : applied->told)
        context.remark(node, fmt::format("{}: {}", rule.name, rule.message));
      if (!rule.message.empty()) continue;
      result.modified |= applied->places > 0;
      std::string spellings;
      for (const auto& [spelling, count] : applied->spellings)
        spellings += fmt::format("{} {} of {}", spellings.empty() ? ":" : ",", count, spelling);
      context.remark(nullptr,
                     fmt::format("rule '{}' applied in {} place{}{}", rule.name, applied->places,
                                 applied->places == 1 ? "" : "s", spellings));
      if (!applied->said_of_saved_weights.empty())
        context.remark(nullptr, applied->said_of_saved_weights);
    }
    return result;
  }

private:
  std::optional<Error> check(std::span<const RewriteRule> rules) const {
    if (rules.empty()) return say(diag::rules_missing);
    if (name_.empty() || std::ranges::find(rules, name_, &RewriteRule::name) != rules.end())
      return std::nullopt;
    std::string names;
    for (const RewriteRule& rule : rules)
      names += (names.empty() ? "" : ", ") + rule.name;
    return Error{say(diag::rule_unknown, name_), {}, {"the rules: " + names}};
  }

  std::string name_;
};

} // namespace

const PassInfo rules_pass{
    .name = "rules",
    .summary = "Apply the rules of --rules",
    .description = R"(
The rules that were read with `--rules` ([Refactoring.md](Refactoring.md)) in their order, each over all
forward graphs; with `name`, one of them. Where a pipeline does not say `rules`, they are applied before its
first pass: `--rules=fusions --passes=dce` is `--rules=fusions --passes=rules,dce`.
)",
    .parameters = {{.name = "name",
                    .kind = PassParameter::Kind::Text,
                    .description = "the rule; without it all of them"}},
    .create = [](const PassOptions& options) -> Expected<std::unique_ptr<Pass>> {
      return std::make_unique<Rules>(options.text("name"));
    }};

} // namespace fx
