#include "TextCursor.h"

#include <cctype>
#include <charconv>
#include <fmt/format.h>

namespace fx {

bool is_word_character(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

void TextCursor::skip_line() {
  const size_t end = text_.find('\n', at_);
  at_ = end == std::string_view::npos ? text_.size() : end + 1;
}

void TextCursor::skip_blanks() {
  while (peek() == ' ' || peek() == '\t' || peek() == '\r')
    ++at_;
}

void TextCursor::skip_space() {
  while (true) {
    skip_blanks();
    if (peek() == '\n')
      ++at_;
    else if (peek() == '#' || (peek() == '/' && peek(1) == '/'))
      skip_line();
    else
      return;
  }
}

bool TextCursor::accept(std::string_view expected) {
  if (!rest().starts_with(expected)) return false;
  at_ += expected.size();
  return true;
}

void TextCursor::expect(std::string_view expected, std::string_view where) {
  skip_space();
  if (!accept(expected))
    fail_expected(fmt::format("'{}'{}{}", expected, where.empty() ? "" : " ", where));
}

void TextCursor::fail_expected(std::string_view what, std::string note) const {
  fail(say(diag::expected_in_a_graph, fmt::format("{}, found {}", what, found())), std::move(note));
}

std::string_view TextCursor::peek_word() const {
  size_t end = at_;
  while (end < text_.size() && is_word_character(text_[end]))
    ++end;
  return text_.substr(at_, end - at_);
}

std::string_view TextCursor::word() {
  const std::string_view result = peek_word();
  at_ += result.size();
  return result;
}

std::string TextCursor::quoted() {
  const size_t begin = at_;
  ++at_;
  std::string result;
  while (true) {
    const char c = peek();
    if (at_end() || c == '\n')
      fail_at(begin, say(diag::string_not_closed), "write a line break in a string as \\n");
    ++at_;
    if (c == '"') return result;
    if (c != '\\') {
      result += c;
      continue;
    }
    const char escape = peek();
    ++at_;
    switch (escape) {
    case 'n': result += '\n'; break;
    case 'r': result += '\r'; break;
    case 't': result += '\t'; break;
    case '"':
    case '\\': result += escape; break;
    case 'x': {
      unsigned value = 0;
      const std::string_view digits = text_.substr(at_, 2);
      const auto [end, problem] =
          std::from_chars(digits.data(), digits.data() + digits.size(), value, 16);
      if (problem != std::errc() || end != digits.data() + 2)
        fail_at(at_ - 2, say(diag::expected_in_a_graph, "two hexadecimal digits after \\x"));
      result += static_cast<char>(value);
      at_ += 2;
      break;
    }
    default:
      fail_at(at_ - 2,
              say(diag::string_escape_unknown,
                  std::isprint(static_cast<unsigned char>(escape)) != 0 ? escape : '?'),
              R"(the escapes are \n \r \t \" \\ and \xHH)");
    }
  }
}

std::string TextCursor::found() const {
  if (at_end()) return "the end of the text";
  if (peek() == '\n' || peek() == '\r') return "the end of the line";
  std::string_view shown = peek_word();
  if (shown.empty()) {
    // A whole UTF-8 character.
    size_t size = 1;
    while ((static_cast<unsigned char>(peek(size)) & 0xc0) == 0x80)
      ++size;
    shown = rest().substr(0, size);
    if (static_cast<unsigned char>(shown[0]) < 0x20 || shown[0] == 0x7f)
      return fmt::format("the character 0x{:02x}", static_cast<unsigned char>(shown[0]));
  }
  constexpr size_t longest = 40;
  return fmt::format("'{}{}'", shown.substr(0, longest), shown.size() > longest ? "..." : "");
}

} // namespace fx
