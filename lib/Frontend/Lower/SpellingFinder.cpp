#include "Frontend/Lower/SpellingFinder.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/Path.h"

using namespace clang;

namespace fx::frontend {

TextRange SpellingFinder::find(clang::SourceRange range) {
  const CharSourceRange in_file =
      Lexer::makeFileCharRange(CharSourceRange::getTokenRange(range), sources_, language_);
  if (in_file.isInvalid()) return {};
  const auto [file, begin] = sources_.getDecomposedLoc(in_file.getBegin());
  const auto [end_file, end] = sources_.getDecomposedLoc(in_file.getEnd());
  if (file != end_file || (file_.isValid() && file != file_)) return {};
  file_ = file;
  return {begin, end};
}

TextRange SpellingFinder::find_statement(const Stmt* statement) {
  TextRange range = find(statement->getSourceRange());
  if (range.empty()) return {};
  const llvm::StringRef text = sources_.getBufferData(file_);
  size_t at = range.end;
  while (at < text.size() && isWhitespace(text[at]))
    ++at;
  if (at < text.size() && text[at] == ';') range.end = static_cast<uint32_t>(at + 1);
  // A declaration ends with its semicolon.
  return range.end > range.begin && text[range.end - 1] == ';' ? range : TextRange();
}

TextRange SpellingFinder::find_declaration(const FunctionDecl& function) {
  if (function.isThisDeclarationADefinition()) return find(function.getSourceRange());
  // What stands behind the parameters has no place of its own: "const override;".
  return find_with_semicolon(function.getSourceRange());
}

TextRange SpellingFinder::find_with_semicolon(clang::SourceRange range) {
  const TextRange declared = find(range);
  if (declared.empty()) return {};
  const size_t end = sources_.getBufferData(file_).find(';', declared.end);
  return end == llvm::StringRef::npos ? TextRange()
                                      : TextRange{declared.begin, static_cast<uint32_t>(end + 1)};
}

std::string SpellingFinder::path() const {
  const OptionalFileEntryRef entry = sources_.getFileEntryRefForID(file_);
  if (!entry) return {};
  // As it was named: where a link leads is the business of who writes the file.
  llvm::SmallString<256> name(entry->getName());
  sources_.getFileManager().makeAbsolutePath(name);
  llvm::sys::path::remove_dots(name, /*remove_dot_dot=*/true);
  return std::string(name);
}

} // namespace fx::frontend
