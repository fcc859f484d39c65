#include "SplitMethod.h"

#include "Messages.h"
#include "SourceTokens.h"

#include "llvm/ADT/StringExtras.h"

#include <algorithm>
#include <fmt/format.h>

namespace fx::refactor {

namespace {

using Variable = MethodSyntax::Variable;

} // namespace

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
      const bool is_parameter = std::ranges::find(method.parameters, variable.name,
                                                  &Variable::name) != method.parameters.end();
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

namespace {

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

std::string names_of(const std::vector<Variable>& variables) {
  return joined(variables, name_of);
}

std::string call_of(const MethodSyntax& method, const MethodSplit& split, const Interface& of,
                    const std::string& callee, const std::string& next_line) {
  std::string call = fmt::format("{}({});", callee, joined(of.inputs, name_of));
  const std::vector<Variable>& outputs = of.outputs;
  if (method.statements[split.last].returns) return "return " + call;
  if (outputs.empty()) return call;
  if (outputs.size() == 1)
    return (outputs.front().declared ? "auto " : "") + outputs.front().name + " = " + call;
  if (std::ranges::all_of(outputs, &Variable::declared))
    return "auto [" + joined(outputs, name_of) + "] = " + call;
  std::string text;
  for (const Variable& output : outputs)
    if (output.declared) text += fmt::format("{} {};{}", output.type, output.name, next_line);
  return text + "std::tie(" + joined(outputs, name_of) + ") = " + call;
}

std::string head_of(const MethodSyntax& method, const MethodSplit& split, const Interface& of,
                    const std::string& name) {
  const auto type_of = [](const Variable& variable) { return variable.type; };
  const std::string result = method.statements[split.last].returns ? method.result
                             : of.outputs.empty()                  ? "void"
                             : of.outputs.size() == 1
                                 ? of.outputs.front().type
                                 : fmt::format("std::tuple<{}>", joined(of.outputs, type_of));
  // What is written is a value of the method's own.
  const std::string parameters = joined(of.inputs, [](const Variable& variable) {
    return variable.written ? variable.type + " " + variable.name
                            : "const " + variable.type + "& " + variable.name;
  });
  return fmt::format("{} {}({}){}", result, name, parameters, method.is_const ? " const" : "");
}

std::string return_of(const MethodSyntax& method, const MethodSplit& split, const Interface& of) {
  if (method.statements[split.last].returns || of.outputs.empty()) return {};
  return fmt::format("return {};", of.outputs.size() == 1 ? of.outputs.front().name
                                                          : "{" + names_of(of.outputs) + "}");
}

std::optional<Error> check_interface(const Interface& of) {
  for (const auto* variables : {&of.inputs, &of.outputs})
    for (const Variable& variable : *variables)
      if (variable.is_reference && (variable.written || variable.declared))
        return say(diag::variable_is_a_reference, variable.name);
      else if (llvm::StringRef(variable.type).contains('('))
        return say(diag::variable_type_without_a_name, variable.name, variable.type);
  return std::nullopt;
}

Expected<FileEdits> split_method_edits(const TracedModule& model, FileTexts& texts) {
  FileEdits edits;
  const Origin& origin = model.origin;
  if (!origin.split) return edits;
  const MethodSyntax& method = *origin.method_syntax;
  const MethodSplit& split = *origin.split;
  const Interface of = interface_of(method, split);
  if (std::optional<Error> wrong = check_interface(of)) return *wrong;
  const llvm::StringRef text = texts.text(method.file);
  const SourceTokens tokens(text);
  const std::string line_end = tokens.line_end().str();
  const TextRange range{method.statements[split.first].range.begin,
                        method.statements[split.last].range.end};
  const std::string indentation = tokens.indentation(range.begin).str();
  const std::string of_class = tokens.indentation(method.definition.begin).str();
  std::string definition = head_of(method, split, of, method.qualifier + split.name) + " {" +
                           line_end + indentation + text.slice(range.begin, range.end).str() +
                           line_end;
  if (const std::string result = return_of(method, split, of); !result.empty())
    definition += indentation + result + line_end;
  definition += of_class + "}" + line_end + line_end + of_class;
  edits[method.file].push_back(
      {{method.definition.begin, method.definition.begin}, std::move(definition)});
  if (!method.qualifier.empty()) {
    const SourceTokens declared(texts.text(origin.declaration_file));
    edits[origin.declaration_file].push_back(
        {{origin.declaration.begin, origin.declaration.begin},
         head_of(method, split, of, split.name) + ";" + line_end +
             declared.indentation(origin.declaration.begin).str()});
  }
  edits[method.file].push_back(
      {range, call_of(method, split, of, split.name, line_end + indentation)});
  return edits;
}

} // namespace fx::refactor
