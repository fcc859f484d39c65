#include "ModuleVectors.h"

#include "SourceTokens.h"

#include <algorithm>
#include <fmt/format.h>
#include <set>

namespace fx::refactor {

namespace {

using Place = ClassSyntax::Place;

void add_list(const ClassSyntax::ModuleVector& vector, const std::string& name, FileTexts& texts,
              FileEdits& edits) {
  for (const auto& [place, text] : vector.changes) {
    // register_module("fc", layers.back()) goes as a whole.
    const bool goes = std::ranges::any_of(vector.statements, [&](const Place& statement) {
      return statement.file == place.file && statement.range.contains(place.range);
    });
    if (!goes) edits[place.file.str()].push_back({place.range, text});
  }
  for (const Place& statement : vector.statements) {
    const SourceTokens tokens(texts.text(statement.file.str()));
    // The only statement of a loop leaves its semicolon.
    const TextRange range = tokens.is_in_block(statement.range)
                                ? tokens.with_line(statement.range)
                                : TextRange{statement.range.begin, statement.range.end - 1};
    edits[statement.file.str()].push_back({range, ""});
  }
  const std::string file = vector.first.file.str();
  const SourceTokens tokens(texts.text(file));
  const uint32_t begin = tokens.with_line(vector.first.range).begin;
  const bool has_line = begin < vector.first.range.begin;
  const std::string indentation = tokens.indentation(vector.first.range.begin).str();
  const std::string registration = fmt::format("register_module(\"{}\", {});", name, vector.member);
  edits[file].push_back(
      {{begin, begin},
       has_line ? indentation + registration + tokens.line_end().str() : registration + " "});
}

} // namespace

FileEdits module_vector_edits(const ModuleHistory& modules, const TracedModule& after,
                              FileTexts& texts) {
  FileEdits edits;
  std::set<std::pair<const ClassSyntax*, std::string>> done;
  for (const ModuleNode* list : all_modules(after.modules)) {
    if (list->kind != ModuleKind::Container || modules.paths().has(*list) ||
        list->registration == nullptr || list->parent->class_syntax == nullptr)
      continue;
    const ClassSyntax& of = *list->parent->class_syntax;
    const auto vector = std::ranges::find(of.module_vectors, list->registration->member,
                                          &ClassSyntax::ModuleVector::member);
    if (vector == of.module_vectors.end() || !done.insert({&of, vector->member}).second) continue;
    add_list(*vector, list->name.str(), texts, edits);
  }
  return edits;
}

} // namespace fx::refactor
