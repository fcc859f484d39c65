#include "CodeText.h"

namespace fx::refactor {

std::string reindented(llvm::StringRef piece, llvm::StringRef was, llvm::StringRef now) {
  if (piece.contains("R\"")) return piece.str();
  std::string result;
  while (!piece.empty()) {
    const size_t end = piece.find('\n');
    if (end == llvm::StringRef::npos) return result.append(piece);
    result.append(piece.take_front(end + 1));
    piece = piece.drop_front(end + 1);
    const bool is_blank = piece.ltrim(" \t\r").starts_with("\n");
    if (!is_blank && piece.consume_front(was)) result.append(now);
  }
  return result;
}

TextRange with_comment(llvm::StringRef text, TextRange declaration) {
  const llvm::StringRef line =
      text.drop_front(declaration.end).take_until([](char c) { return c == '\n'; }).rtrim("\r");
  if (line.ltrim().starts_with("//")) declaration.end += static_cast<uint32_t>(line.size());
  return declaration;
}

uint32_t begin_with_comments(llvm::StringRef text, uint32_t begin) {
  const auto line_start = [&](size_t at) { return text.take_front(at).rfind('\n') + 1; };
  size_t start = line_start(begin); // npos + 1 is 0
  if (!text.slice(start, begin).trim().empty()) return begin;
  while (start > 0) {
    size_t above = line_start(start - 1);
    const llvm::StringRef line = text.slice(above, start).trim();
    if (line.ends_with("*/")) {
      const size_t opened = text.take_front(start).rfind("/*");
      if (opened == llvm::StringRef::npos) break;
      above = line_start(opened);
      if (!text.slice(above, opened).trim().empty()) break;
    } else if (!line.starts_with("//")) {
      break;
    }
    start = above;
  }
  return static_cast<uint32_t>(start);
}

} // namespace fx::refactor
