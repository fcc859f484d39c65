#include "TextLines.h"

#include <algorithm>

namespace fx::lsp {

using llvm::lsp::Position;
using llvm::lsp::Range;

namespace {

bool begins_character(char byte) {
  return (static_cast<unsigned char>(byte) & 0xC0) != 0x80;
}

/// How many UTF-16 code units the character has that begins with `byte`: two beyond U+FFFF.
int units_of(char byte) {
  return static_cast<unsigned char>(byte) >= 0xF0 ? 2 : 1;
}

} // namespace

Position TextChange::shifted(Position position) const {
  if (position <= replaced.start) return position;
  if (position < replaced.end) return replaced.start;
  if (position.line > replaced.end.line)
    return {position.line - replaced.end.line + end.line, position.character};
  return {end.line, position.character - replaced.end.character + end.character};
}

TextLines::TextLines(std::string text) : text_(std::move(text)) {
  find_lines();
}

void TextLines::find_lines() {
  begins_.assign(1, 0);
  for (size_t i = 0; i < text_.size(); ++i)
    if (text_[i] == '\n' || (text_[i] == '\r' && text_[i + 1] != '\n')) begins_.push_back(i + 1);
}

std::pair<size_t, size_t> TextLines::line(size_t number) const {
  const size_t begin = begins_[number];
  size_t end = number + 1 < begins_.size() ? begins_[number + 1] : text_.size();
  while (end > begin && (text_[end - 1] == '\n' || text_[end - 1] == '\r'))
    --end;
  return {begin, end};
}

Position TextLines::position(size_t offset) const {
  offset = std::min(offset, text_.size());
  const auto next = std::ranges::upper_bound(begins_, offset);
  const auto number = static_cast<size_t>(next - begins_.begin()) - 1;
  const auto [begin, end] = line(number);
  offset = std::min(offset, end);
  // The end of a text may be cut within a character, too.
  while (offset > begin && offset < text_.size() && !begins_character(text_[offset]))
    --offset;
  return {static_cast<int>(number), units(begin, offset)};
}

int TextLines::units(size_t begin, size_t end) const {
  int count = 0;
  for (size_t i = begin; i < end; ++i)
    if (begins_character(text_[i])) count += units_of(text_[i]);
  return count;
}

size_t TextLines::offset(Position position) const {
  if (position.line < 0) return 0;
  const auto number = static_cast<size_t>(position.line);
  if (number >= begins_.size()) return text_.size();
  const auto [begin, end] = line(number);
  size_t offset = begin;
  for (int left = position.character; left > 0 && offset < end;) {
    left -= units_of(text_[offset]);
    if (left < 0) break; // between the two halves of a character
    do
      ++offset;
    while (offset < end && !begins_character(text_[offset]));
  }
  return offset;
}

Position TextLines::position(unsigned line_number, unsigned column) const {
  if (line_number == 0) return {};
  if (line_number > begins_.size()) return position(text_.size());
  const auto [begin, end] = line(line_number - 1);
  return position(std::min(begin + (column == 0 ? 0 : column - 1), end));
}

TextChange TextLines::replace(const std::optional<Range>& range, std::string_view by) {
  const size_t begin = range ? offset(range->start) : 0;
  const size_t end = range ? std::max(begin, offset(range->end)) : text_.size();
  TextChange change{.replaced = {position(begin), position(end)}, .end = {}};
  text_.replace(begin, end - begin, by);
  find_lines();
  change.end = position(begin + by.size());
  return change;
}

} // namespace fx::lsp
