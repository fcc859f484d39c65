// Variables whose first value goes: `auto out = conv(x);` in front of `out = norm(out);`, which
// becomes `auto out = ...`.
#include "InPlaceEditor.h"

#include "llvm/ADT/StringExtras.h"

#include <algorithm>

namespace fx::refactor {

void InPlaceEditor::note_declaration(const SourceSyntax& syntax) {
  if (!syntax.assigned.empty()) return;
  const std::string file = syntax.file.str();
  const std::string head = source(file, {syntax.statement.begin, syntax.whole.begin});
  llvm::StringRef declared = llvm::StringRef(head).rtrim();
  if (!declared.consume_back("=")) return;
  declared = declared.rtrim();
  const llvm::StringRef type =
      declared.rtrim("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_");
  // What is const, or refers to something, gets no other value.
  if (type.empty() || type.contains('&') || type.contains('*') || type.contains("const ")) return;
  removed_declarations_[{file, syntax.statement}] = {
      type.str(), declared.drop_front(type.size()).str(), removed_range(syntax)};
}

namespace {

/// Whether text has a name as a word.
bool has_word(llvm::StringRef text, llvm::StringRef name) {
  const auto is_word = [](char c) { return llvm::isAlnum(c) || c == '_'; };
  for (size_t at = text.find(name); at != llvm::StringRef::npos; at = text.find(name, at + 1)) {
    const size_t end = at + name.size();
    if ((at == 0 || !is_word(text[at - 1])) && (end == text.size() || !is_word(text[end])))
      return true;
  }
  return false;
}

} // namespace

/// `out = <edited>;` becomes `auto out = <edited>;`, one edit where it is one, so that its lines
/// are broken as a whole.
void InPlaceEditor::declare_at(const std::string& file, const SourceTokens::Use& use,
                               const std::string& type, std::vector<Edit>& in_file) {
  const TextRange statement{use.range.begin, *use.assignment_end};
  std::vector<Edit*> inside;
  for (Edit& edit : in_file)
    if (!edit.range.empty() && statement.contains(edit.range)) inside.push_back(&edit);
  if (inside.size() == 1) {
    Edit& value = *inside.front();
    value.text = type + source(file, {statement.begin, value.range.begin}) + value.text;
    value.range.begin = statement.begin;
    return;
  }
  const TextRange at{statement.begin, statement.begin};
  const auto there = std::ranges::find(in_file, at, &Edit::range);
  if (there == in_file.end())
    in_file.push_back({at, type});
  else
    there->text += type;
}

void InPlaceEditor::keep_declarations(FileEdits& edits) {
  for (const auto& [site, declaration] : removed_declarations_) {
    std::vector<Edit>& in_file = edits[site.first];
    const auto removal = std::ranges::find(in_file, Edit{declaration.removed, ""});
    if (removal == in_file.end()) continue;
    const SourceTokens& file = tokens(site.first);
    const uint32_t behind = site.second.end;
    const uint32_t end = file.end_of_block(behind);
    // Those that the edited text has.
    std::vector<SourceTokens::Use> uses = file.uses(declaration.name, behind);
    std::erase_if(uses, [&](const SourceTokens::Use& use) {
      return std::ranges::any_of(in_file, [&](const Edit& edit) {
        return !edit.range.empty() && edit.range.contains(use.range);
      });
    });
    for (const Edit& edit : in_file)
      if (edit.range.begin >= behind && edit.range.begin < end &&
          has_word(edit.text, declaration.name))
        uses.push_back({edit.range, std::nullopt});
    if (uses.empty()) continue;
    std::ranges::sort(uses, {}, &SourceTokens::Use::range);
    const SourceTokens::Use& first = uses.front();
    const bool is_declaration =
        first.assignment_end && (uses.size() == 1 || uses[1].range.begin >= *first.assignment_end);
    if (is_declaration) declare_at(site.first, first, declaration.type, in_file);
  }
}

} // namespace fx::refactor
