#include "FieldDeclarations.h"

#include "SourceTokens.h"

#include <algorithm>
#include <fmt/format.h>

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

Edit declared_behind(const ClassSyntax& of, const TextRange& field, llvm::StringRef text,
                     const std::string& declaration) {
  const auto insertion = [](size_t at, std::string inserted) {
    const auto begin = static_cast<uint32_t>(at);
    return Edit{{begin, begin}, std::move(inserted)};
  };
  const SourceTokens tokens(text);
  const std::string line_end = tokens.line_end().str();
  if (field.empty()) {
    const size_t begin = of.braces.range.end - 1;
    const bool has_line = text.take_front(begin).rtrim(" \t").ends_with("\n");
    return insertion(begin, has_line
                                ? fmt::format("  {}{}{}", declaration, line_end,
                                              tokens.indentation(of.braces.range.end - 1).str())
                                : fmt::format(" {} ", declaration));
  }
  const llvm::StringRef rest =
      text.drop_front(field.end).take_until([](char c) { return c == '\n'; }).rtrim("\r");
  const llvm::StringRef comment = rest.trim();
  if (comment.empty() || comment.starts_with("//") ||
      (comment.starts_with("/*") && comment.find("*/") == comment.size() - 2))
    return insertion(field.end + rest.size(),
                     line_end + tokens.indentation(field.begin).str() + declaration);
  return insertion(field.end, " " + declaration);
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
