#include "FieldDeclarations.h"

#include <algorithm>

namespace fx::refactor {

std::string DeclarationParts::with(const std::string& others, const std::string& line) const {
  if (others.empty() && !kept_before.empty() && !kept_behind.empty())
    return type + kept_before + ", " + kept_behind + ";";
  std::string text;
  if (!kept_before.empty()) text += type + kept_before + ";";
  if (!others.empty()) text += (text.empty() ? "" : line) + others;
  if (!kept_behind.empty()) text += (text.empty() ? "" : line) + type + kept_behind + ";";
  return text;
}

DeclarationParts parts_of(const ClassSyntax& of, const TextRange& declaration, llvm::StringRef text,
                          const std::function<bool(const std::string&)>& moves) {
  DeclarationParts parts;
  uint32_t first = declaration.end;
  for (const ClassSyntax::Field& field : of.fields) {
    if (field.declaration != declaration) continue;
    first = std::min(first, field.declarator.begin);
    std::string& list = moves(field.name)     ? parts.moved
                        : parts.moved.empty() ? parts.kept_before
                                              : parts.kept_behind;
    list +=
        (list.empty() ? "" : ", ") + text.slice(field.declarator.begin, field.declarator.end).str();
  }
  parts.type = text.slice(declaration.begin, first).str();
  return parts;
}

} // namespace fx::refactor
