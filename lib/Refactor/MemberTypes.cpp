#include "MemberTypes.h"

#include "SourceTokens.h"

#include <algorithm>
#include <set>

namespace fx::refactor {

namespace {

/// A part of a file with the edits inside of it.
std::string edited(llvm::StringRef text, TextRange range, const std::vector<Edit>& edits) {
  std::string result;
  uint32_t at = range.begin;
  for (const Edit& edit : edits) {
    if (!range.contains(edit.range)) continue;
    result += text.slice(at, edit.range.begin).str() + edit.text;
    at = edit.range.end;
  }
  return result + text.slice(at, range.end).str();
}

} // namespace

bool MemberTypes::set(const ModuleNode& module, const ModuleSyntax::Place& type,
                      const std::string& text) {
  Declaration& declaration = changed_[key(type)];
  if (module.parent != nullptr && declaration.of == nullptr)
    declaration.of = module.parent->class_syntax.get();
  const std::string member = module.registration ? module.registration->member : std::string();
  return declaration.types.try_emplace(member, text).first->second == text;
}

/// The declarations of the members, one for those that stand together and have one type.
std::optional<Edit> MemberTypes::split(const Key& place, const Declaration& declaration,
                                       const std::vector<Edit>& inside) const {
  if (declaration.of == nullptr || declaration.types.contains("")) return std::nullopt;
  const llvm::StringRef text = texts_.text(place.first);
  const std::string old_type = text.slice(place.second.begin, place.second.end).str();
  std::vector<const ClassSyntax::Field*> fields;
  for (const ClassSyntax::Field& field : declaration.of->fields)
    if (field.declaration.contains(place.second)) fields.push_back(&field);
  if (fields.empty() ||
      !text.slice(place.second.end, fields.front()->declarator.begin).trim().empty())
    return std::nullopt;
  const auto type_of = [&](const ClassSyntax::Field* field) {
    const auto known = declaration.types.find(field->name);
    return known == declaration.types.end() ? old_type : known->second;
  };
  const TextRange whole = fields.front()->declaration;
  const SourceTokens tokens(text);
  const std::string before = text.slice(whole.begin, place.second.begin).str();
  const std::string next_line =
      tokens.line_end().str() + tokens.indentation(whole.begin).str() + before;
  std::string result = before;
  for (size_t i = 0; i < fields.size();) {
    size_t last = i;
    while (last + 1 < fields.size() && type_of(fields[last + 1]) == type_of(fields[i]))
      ++last;
    result += type_of(fields[i]) + " " +
              edited(text, {fields[i]->declarator.begin, fields[last]->declarator.end}, inside) +
              ";";
    if (last + 1 < fields.size()) {
      // A comment beside the comma.
      std::string between =
          text.slice(fields[last]->declarator.end, fields[last + 1]->declarator.begin).str();
      between.erase(std::ranges::find(between, ','), std::ranges::find(between, ',') + 1);
      if (const llvm::StringRef comment = llvm::StringRef(between).trim(); !comment.empty())
        result += " " + comment.str();
      result += next_line;
    }
    i = last + 1;
  }
  return Edit{whole, std::move(result)};
}

bool MemberTypes::add_to(FileEdits& edits) const {
  for (const auto& [place, declaration] : changed_) {
    std::vector<Edit>& in_file = edits[place.first];
    std::set<std::string> wanted;
    for (const auto& [member, type] : declaration.types)
      wanted.insert(type);
    const bool is_one_type = wanted.size() == 1;
    size_t num_fields = 0;
    if (declaration.of != nullptr)
      num_fields = static_cast<size_t>(
          std::ranges::count_if(declaration.of->fields, [&](const ClassSyntax::Field& field) {
            return field.declaration.contains(place.second);
          }));
    if (is_one_type && (num_fields <= declaration.types.size() || declaration.types.contains(""))) {
      if (texts_.text(place.first).slice(place.second.begin, place.second.end) != *wanted.begin())
        in_file.push_back({place.second, *wanted.begin()});
      continue;
    }
    std::ranges::sort(in_file, {}, &Edit::range);
    std::optional<Edit> edit = split(place, declaration, in_file);
    if (!edit) return false;
    std::erase_if(in_file, [&](const Edit& inner) { return edit->range.contains(inner.range); });
    in_file.push_back(std::move(*edit));
  }
  return true;
}

} // namespace fx::refactor
