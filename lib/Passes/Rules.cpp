#include "fx/Passes/Rules.h"

#include "fx/Ops/PythonArithmetic.h"
#include "fx/Passes/ReplacePattern.h"

#include <algorithm>
#include <fmt/format.h>

namespace fx {

namespace {

using Kind = Argument::Kind;

std::string_view declared_type(const Node& input) {
  const std::string* type = input.meta(meta::cpp_type);
  return type == nullptr ? std::string_view() : std::string_view(*type);
}

bool is_one_of(std::string_view type, std::initializer_list<std::string_view> names) {
  return std::ranges::find(names, type) != names.end();
}

bool is_list_of(const Argument& value, auto&& is_item) {
  return (value.is(Kind::List) || value.is(Kind::Tuple)) &&
         std::ranges::all_of(value.items(), is_item);
}

/// Whether a value can be what a parameter of this C++ type is given. Types that are not known here
/// take anything.
bool fits(std::string_view type, const Argument& value) {
  // A size that is known only when the model runs can stand in a list.
  const auto is_int = [](const Argument& item) { return item.is(Kind::Int) || item.is_node(); };
  if (type.find("optional<") != type.npos)
    return value.is_none() ||
           fits(type.substr(type.find('<') + 1, type.rfind('>') - type.find('<') - 1), value);
  if (type.ends_with("Tensor")) return value.is_node() || value.is_none();
  if (type == "bool") return value.is(Kind::Bool);
  if (is_one_of(type, {"int64_t", "int", "long", "unsigned long", "size_t", "unsigned int"}))
    return value.is(Kind::Int);
  if (is_one_of(type, {"double", "float"})) return value.is(Kind::Float) || value.is(Kind::Int);
  if (type.ends_with("Scalar"))
    return value.is(Kind::Float) || value.is(Kind::Int) || value.is(Kind::Bool);
  if (type.ends_with("IntArrayRef") || type.ends_with("vector<int64_t>") ||
      type.ends_with("vector<long>") || type.ends_with("ArrayRef<long>"))
    return is_int(value) || is_list_of(value, is_int);
  return true;
}

/// What the condition computes from literals; nothing when it is no such computation.
std::optional<Argument> evaluate(const Graph& condition,
                                 const std::unordered_map<Symbol, Argument>& inputs) {
  std::unordered_map<const Node*, Argument> values;
  const auto value_of = [&](const Argument& argument) -> std::optional<Argument> {
    if (!argument.is_node()) return argument;
    const auto found = values.find(argument.as_node());
    return found == values.end() ? std::nullopt : std::optional(found->second);
  };
  for (const Node* node : condition) {
    if (node->op() == Opcode::Output) return value_of(node->arg(0));
    if (node->op() == Opcode::Placeholder) {
      const auto given = inputs.find(node->target());
      if (given == inputs.end()) return std::nullopt;
      values.emplace(node, given->second);
      continue;
    }
    std::vector<Argument> operands;
    for (const Argument& argument : node->args()) {
      const auto value = value_of(argument);
      if (!value) return std::nullopt;
      operands.push_back(*value);
    }
    const auto value = ops::python_call(node->target(), operands);
    if (!value) return std::nullopt;
    values.emplace(node, *value);
  }
  return std::nullopt;
}

bool applies(const Match& match, const Graph& pattern, const RewriteRule& rule) {
  const std::vector<Node*> inputs = pattern.placeholders();
  std::unordered_map<Symbol, Argument> literals;
  for (size_t i = 0; i < inputs.size(); ++i) {
    if (!fits(declared_type(*inputs[i]), match.inputs[i])) return false;
    literals.emplace(inputs[i]->target(), match.inputs[i]);
  }
  return !rule.condition || evaluate(rule.condition->graph, literals) == Argument(true);
}

} // namespace

Expected<size_t> apply_rule(GraphModule& module, const RewriteRule& rule,
                            AnalysisManager& analyses) {
  size_t count = 0;
  for (const RewriteCase& way : rule.cases) {
    ReplaceOptions options;
    options.match.filters.emplace_back(
        [&rule](const Match& match, const Graph&, const Graph& pattern) {
          return applies(match, pattern, rule);
        });
    const auto replaced = replace_pattern(module, way.pattern, way.replacement,
                                          analyses.aliasing(module.graph, module), options);
    if (!replaced) {
      Error error = replaced.error();
      error.message = fmt::format("rule '{}': {}", rule.name, error.message);
      error.location = {rule.location.file.str(), rule.location.line, rule.location.column};
      return error;
    }
    if (!replaced->empty()) analyses.invalidate();
    count += replaced->size();
  }
  return count;
}

std::optional<Error> apply_rules(GraphModule& module, const std::vector<RewriteRule>& rules,
                                 const std::function<void(const Node*, std::string)>& remark) {
  AnalysisManager analyses;
  for (const RewriteRule& rule : rules) {
    const Expected<size_t> count = apply_rule(module, rule, analyses);
    if (!count) return count.error();
    if (remark)
      remark(nullptr, fmt::format("rule '{}' applied in {} place{}", rule.name, *count,
                                  *count == 1 ? "" : "s"));
  }
  return std::nullopt;
}

} // namespace fx
