#include "Findings.h"

using namespace clang;

namespace fx::check {

Finding::Finding(clang::SourceLocation where, Saying saying) {
  said_.push_back({.level = DiagnosticsEngine::Warning,
                   .location = where,
                   .range = {},
                   .message = std::move(saying.text),
                   .info = saying.info,
                   .fix_its = {}});
}

Finding& Finding::note(clang::SourceLocation where, std::string text) {
  said_.push_back({.level = DiagnosticsEngine::Note,
                   .location = where,
                   .range = {},
                   .message = std::move(text),
                   .info = nullptr,
                   .fix_its = {}});
  return *this;
}

Finding& Finding::fix(FixItHint hint) {
  said_.front().fix_its.push_back(std::move(hint));
  return *this;
}

Finding& Finding::replace(clang::SourceRange range, const std::string& text) {
  return fix(FixItHint::CreateReplacement(range, text));
}

Finding& Finding::insert(clang::SourceLocation where, const std::string& text) {
  return fix(FixItHint::CreateInsertion(where, text));
}

Finding& Finding::remove(CharSourceRange range) {
  return fix(FixItHint::CreateRemoval(range));
}

const ops::LibTorch& Findings::libtorch() const {
  const auto& own = unit_.libtorch();
  return own ? *own : *ops::LibTorch::built_in();
}

clang::SourceLocation Findings::location(const SourceRange& of) const {
  const OptionalFileEntryRef file = sources().getFileManager().getOptionalFileRef(of.file.view());
  return file && of.line != 0 ? sources().translateFileLineCol(*file, of.line, of.column)
                              : clang::SourceLocation();
}

std::string Findings::text(clang::SourceRange range) const {
  return Lexer::getSourceText(CharSourceRange::getTokenRange(range), sources(),
                              context().getLangOpts())
      .str();
}

clang::SourceLocation Findings::behind(clang::SourceLocation token) const {
  return Lexer::getLocForEndOfToken(token, 0, sources(), context().getLangOpts());
}

bool Findings::can_change(clang::SourceRange range) const {
  return range.isValid() && !range.getBegin().isMacroID() && !range.getEnd().isMacroID() &&
         sources().isWrittenInSameFile(range.getBegin(), range.getEnd());
}

CharSourceRange Findings::whole_lines(clang::SourceRange range) const {
  clang::SourceLocation end = behind(range.getEnd());
  const FileID file = sources().getFileID(range.getBegin());
  const llvm::StringRef text = sources().getBufferData(file);
  size_t first = sources().getFileOffset(range.getBegin());
  size_t last = sources().getFileOffset(end);
  last = std::min(text.size(), text.find_first_not_of(" \t", last));
  if (last < text.size() && text[last] == ';') ++last;
  const size_t line_begin =
      text.rfind('\n', first) == llvm::StringRef::npos ? 0 : text.rfind('\n', first) + 1;
  const size_t line_end = std::min(text.size(), text.find('\n', last));
  const bool is_alone =
      text.slice(line_begin, first).trim().empty() && text.slice(last, line_end).trim().empty();
  if (is_alone) {
    first = line_begin;
    last = std::min(text.size(), line_end + 1);
  }
  const clang::SourceLocation begin = sources().getLocForStartOfFile(file);
  return CharSourceRange::getCharRange(begin.getLocWithOffset(static_cast<int>(first)),
                                       begin.getLocWithOffset(static_cast<int>(last)));
}

} // namespace fx::check
