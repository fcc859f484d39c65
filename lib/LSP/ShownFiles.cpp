#include "ShownFiles.h"

#include "clang/Basic/CharInfo.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

namespace fx::lsp {

using llvm::lsp::Position;
using llvm::lsp::Range;

bool contains(const SourceRange& outer, const SourceRange& inner) {
  const auto begin = [](const SourceRange& range) { return std::pair(range.line, range.column); };
  const auto end = [](const SourceRange& range) {
    return std::pair(range.end_line, range.end_column);
  };
  return outer.file == inner.file && begin(outer) <= begin(inner) && end(inner) <= end(outer);
}

std::string ShownFiles::absolute(std::string_view file) const {
  llvm::SmallString<256> path(file);
  llvm::sys::path::make_absolute(directory_, path);
  llvm::sys::path::remove_dots(path, /*remove_dot_dot=*/true);
  return std::string(path);
}

const TextLines& ShownFiles::lines(const std::string& absolute_file) {
  const auto found = texts_.find(absolute_file);
  if (found != texts_.end()) return found->second;
  std::string text;
  if (const std::string* unsaved = session_.unsaved_text(absolute_file))
    text = *unsaved;
  else if (const auto buffer = llvm::MemoryBuffer::getFile(absolute_file))
    text = (*buffer)->getBuffer().str();
  return texts_.emplace(absolute_file, TextLines(std::move(text))).first->second;
}

ShownFile& ShownFiles::shown(const std::string& absolute_file) {
  ShownFile& file = shown_[absolute_file];
  file.file = absolute_file;
  return file;
}

Range ShownFiles::range(const SourceRange& place) {
  const TextLines& text = lines(absolute(place.file.view()));
  return {text.position(place.line, place.column), text.position(place.end_line, place.end_column)};
}

Range ShownFiles::range(const SourceLocation& place, const DiagnosticRange& range) {
  if (place.line == 0) return {};
  const std::string file = absolute(place.file);
  const TextLines& text = lines(file);
  if (range.begin.line != 0 && absolute(range.begin.file) == file)
    return {text.position(range.begin.line, range.begin.column),
            text.position(range.end.line, range.end.column)};
  const Position begin = text.position(place.line, place.column);
  size_t end = text.offset(begin);
  while (end < text.text().size() && clang::isAsciiIdentifierContinue(text.text()[end]))
    ++end;
  return {begin, text.position(end)};
}

Position ShownFiles::behind(const SourceRange& place) {
  const TextLines& text = lines(absolute(place.file.view()));
  const size_t end = text.offset(text.position(place.end_line, place.end_column));
  const llvm::StringRef rest = llvm::StringRef(text.text()).drop_front(end);
  const size_t next = rest.find_first_not_of(" \t");
  const bool ends_here = next != llvm::StringRef::npos && rest[next] == ';';
  return text.position(ends_here ? end + next + 1 : end);
}

std::vector<ShownFile> ShownFiles::take() {
  std::vector<ShownFile> files;
  files.reserve(shown_.size());
  for (auto& [path, file] : shown_)
    files.push_back(std::move(file));
  shown_.clear();
  return files;
}

} // namespace fx::lsp
