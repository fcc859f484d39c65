#include "fx/Passes/Rules.h"

#include "Messages.h"

#include "fx/Analysis/Numbers.h"
#include "fx/IR/ValueType.h"
#include "fx/Ops/PythonArithmetic.h"
#include "fx/Passes/ReplacePattern.h"

#include <algorithm>
#include <fmt/format.h>

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
                         const NumberAnalysis& numbers) {
  // A size that is known only when the model runs can stand in a list.
  const auto is_int = [](const Argument& item) { return item.is(Kind::Int) || item.is_node(); };
  switch (type.kind) {
  case ValueType::Kind::Optional:
    return value.is_none() ? true : fits(type.items.front(), value, numbers);
  case ValueType::Kind::Tensor:
    return value.is_none() || (value.is_node() && !numbers.is_number(*value.as_node()));
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
  for (size_t i = 0; i < inputs.size(); ++i) {
    const ValueType type = declared_type(*inputs[i]);
    const std::optional<bool> fit = fits(type, match.inputs[i], numbers);
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

Expected<size_t> apply_to_graph(TracedModule& module, Graph& graph, const RewriteRule& rule,
                                AnalysisManager& analyses) {
  size_t count = 0;
  std::optional<Error> failure;
  for (const RewriteCase& alternative : rule.cases) {
    const NumberAnalysis& numbers = analyses.get<NumberAnalysis>(graph, module);
    ReplaceOptions options;
    options.graph = &graph;
    options.match.filters.emplace_back([&](const Match& match, const Graph&, const Graph& pattern) {
      const Expected<bool> result = applies(match, pattern, rule, numbers);
      if (!result && !failure) failure = result.error();
      return result && *result;
    });
    const auto replaced = replace_pattern(module, alternative.pattern, alternative.replacement,
                                          analyses.get<AliasAnalysis>(graph, module), options);
    if (!replaced) {
      Error error = replaced.error();
      error.message = fmt::format("rule '{}': {}", rule.name, error.message);
      error.location = {rule.location.file.str(), rule.location.line, rule.location.column};
      return error;
    }
    if (failure) return *failure;
    if (!replaced->empty()) analyses.invalidate();
    count += replaced->size();
  }
  return count;
}

} // namespace

Expected<size_t> apply_rule(TracedModule& module, const RewriteRule& rule,
                            AnalysisManager& analyses) {
  size_t count = 0;
  for (Graph* graph : module.forward_graphs()) {
    const Expected<size_t> places = apply_to_graph(module, *graph, rule, analyses);
    if (!places) return places.error();
    // A place of the source that is in both graphs is one.
    count = std::max(count, *places);
  }
  return count;
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
      const Expected<size_t> count = apply_rule(module, rule, context.analyses);
      if (!count) return count.error();
      result.modified |= *count > 0;
      context.remark(nullptr, fmt::format("rule '{}' applied in {} place{}", rule.name, *count,
                                          *count == 1 ? "" : "s"));
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
