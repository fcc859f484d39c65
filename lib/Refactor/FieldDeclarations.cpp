#include "FieldDeclarations.h"

#include <algorithm>

namespace fx::refactor {

DeclarationParts parts_of(const ClassSyntax& of, const TextRange& declaration, llvm::StringRef text,
                          const std::function<bool(const std::string&)>& moves) {
  DeclarationParts parts;
  uint32_t first = declaration.end;
  for (const ClassSyntax::Field& field : of.fields) {
    if (field.declaration != declaration) continue;
    first = std::min(first, field.declarator.begin);
    std::string& list = moves(field.name) ? parts.moved : parts.kept;
    list +=
        (list.empty() ? "" : ", ") + text.slice(field.declarator.begin, field.declarator.end).str();
  }
  parts.type = text.slice(declaration.begin, first).str();
  return parts;
}

} // namespace fx::refactor
