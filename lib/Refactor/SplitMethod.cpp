#include "SplitMethod.h"

#include "Messages.h"
#include "SourceTokens.h"

#include "llvm/ADT/StringExtras.h"

#include <algorithm>
#include <fmt/format.h>

namespace fx::refactor {

namespace {

using Variable = MethodSyntax::Variable;

/// What the new method takes and gives.
struct Interface {
  std::vector<Variable> inputs, outputs;
};

Interface interface_of(const MethodSyntax& method, const MethodSplit& split) {
  std::vector<Variable> inside; // all that the statements name
  for (size_t i = split.first; i <= split.last; ++i)
    for (const Variable& variable : method.statements[i].variables) {
      const auto known = std::ranges::find(inside, variable.name, &Variable::name);
      if (known == inside.end())
        inside.push_back(variable);
      else
        known->written |= variable.written;
    }
  Interface result;
  for (const Variable& variable : inside) {
    if (!variable.declared) {
      // One that a statement before declares: others are of blocks inside.
      const auto declares = [&](const MethodSyntax::Statement& statement) {
        return std::ranges::any_of(statement.variables, [&](const Variable& other) {
          return other.declared && other.name == variable.name;
        });
      };
      const auto before = std::span(method.statements).first(split.first);
      const bool is_parameter =
          std::ranges::find(method.parameters, variable.name) != method.parameters.end();
      if (!is_parameter && std::ranges::none_of(before, declares)) continue;
      result.inputs.push_back(variable);
    }
    const auto behind = std::span(method.statements).subspan(split.last + 1);
    const bool is_used_behind = std::ranges::any_of(behind, [&](const auto& statement) {
      return std::ranges::find(statement.variables, variable.name, &Variable::name) !=
             statement.variables.end();
    });
    if (is_used_behind && (variable.declared || variable.written))
      result.outputs.push_back(variable);
  }
  return result;
}

std::string joined(const std::vector<Variable>& variables, auto&& text) {
  std::string result;
  for (const Variable& variable : variables)
    result += (result.empty() ? "" : ", ") + text(variable);
  return result;
}

std::string name_of(const Variable& variable) {
  return variable.name;
}

} // namespace

Expected<FileEdits> split_method_edits(const TracedModule& model, FileTexts& texts) {
  FileEdits edits;
  const Origin& origin = model.origin;
  if (!origin.split) return edits;
  const MethodSyntax& method = *origin.method_syntax;
  const MethodSplit& split = *origin.split;
  const auto [inputs, outputs] = interface_of(method, split);
  const bool returns = method.statements[split.last].returns;
  for (const auto* variables : {&inputs, &outputs})
    for (const Variable& variable : *variables)
      if (llvm::StringRef(variable.type).contains('('))
        return say(diag::variable_type_without_a_name, variable.name, variable.type);
  const llvm::StringRef text = texts.text(method.file);
  const SourceTokens tokens(text);
  const std::string line_end = tokens.line_end().str();
  const TextRange range{method.statements[split.first].range.begin,
                        method.statements[split.last].range.end};
  const auto type_of = [](const Variable& variable) { return variable.type; };
  const std::string result = returns           ? method.result
                             : outputs.empty() ? "void"
                             : outputs.size() == 1
                                 ? outputs.front().type
                                 : fmt::format("std::tuple<{}>", joined(outputs, type_of));
  // What is written is a value of the method's own.
  const std::string parameters = joined(inputs, [](const Variable& variable) {
    return variable.written ? variable.type + " " + variable.name
                            : "const " + variable.type + "& " + variable.name;
  });
  const std::string of_class = tokens.indentation(method.definition.begin).str();
  const auto head = [&](const std::string& qualifier) {
    return fmt::format("{} {}{}({}){}", result, qualifier, split.name, parameters,
                       method.is_const ? " const" : "");
  };
  std::string definition = head(method.qualifier) + " {" + line_end +
                           tokens.indentation(range.begin).str() +
                           text.slice(range.begin, range.end).str() + line_end;
  if (!returns && !outputs.empty())
    definition += fmt::format("{}return {};{}", tokens.indentation(range.begin).str(),
                              outputs.size() == 1 ? outputs.front().name
                                                  : "{" + joined(outputs, name_of) + "}",
                              line_end);
  definition += of_class + "}" + line_end + line_end + of_class;
  edits[method.file].push_back(
      {{method.definition.begin, method.definition.begin}, std::move(definition)});
  if (!method.qualifier.empty())
    edits[origin.declaration_file].push_back({{origin.declaration.begin, origin.declaration.begin},
                                              head("") + ";" + line_end +
                                                  SourceTokens(texts.text(origin.declaration_file))
                                                      .indentation(origin.declaration.begin)
                                                      .str()});
  const std::string call = fmt::format("{}({});", split.name, joined(inputs, name_of));
  const bool all_declared = std::ranges::all_of(outputs, &Variable::declared);
  std::string replaced;
  if (returns) {
    replaced = "return " + call;
  } else if (outputs.size() == 1) {
    replaced = (outputs.front().declared ? "auto " : "") + outputs.front().name + " = " + call;
  } else if (all_declared && !outputs.empty()) {
    replaced = "auto [" + joined(outputs, name_of) + "] = " + call;
  } else if (!outputs.empty()) {
    for (const Variable& output : outputs)
      if (output.declared)
        replaced += fmt::format("{} {};{}{}", output.type, output.name, line_end,
                                tokens.indentation(range.begin).str());
    replaced += "std::tie(" + joined(outputs, name_of) + ") = " + call;
  } else {
    replaced = call;
  }
  edits[method.file].push_back({range, std::move(replaced)});
  return edits;
}

} // namespace fx::refactor
