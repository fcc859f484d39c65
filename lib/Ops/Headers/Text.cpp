#include "Ops/Headers/Text.h"

#include <cctype>

namespace fx::ops::headers {

namespace {

bool is_blank(char c) {
  return std::isspace(static_cast<unsigned char>(c)) != 0;
}

/// The end of the comment that begins at `at`, or `at`.
size_t comment_end(std::string_view text, size_t at) {
  if (text.substr(at, 2) == "//") return std::min(text.find('\n', at), text.size());
  if (text.substr(at, 2) != "/*") return at;
  const size_t end = text.find("*/", at + 2);
  return end == npos ? at : end + 2;
}

std::string without_comments(std::string_view text) {
  std::string result;
  result.reserve(text.size());
  for (size_t at = 0; at < text.size();) {
    const size_t slash = std::min(text.find('/', at), text.size());
    result.append(text, at, slash - at);
    if (slash == text.size()) break;
    at = comment_end(text, slash);
    result += at == slash ? '/' : ' ';
    if (at == slash) ++at;
  }
  return result;
}

/// The end of the line at `at`, with the lines that a backslash joins to it.
size_t directive_end(std::string_view text, size_t at) {
  size_t end = text.find('\n', at);
  while (end != npos && text[end - 1] == '\\')
    end = text.find('\n', end + 1);
  return std::min(end, text.size());
}

} // namespace

bool is_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

std::string collapsed(std::string_view header) {
  const std::string text = without_comments(header);
  std::string result;
  result.reserve(text.size());
  bool begins_line = true;
  for (size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    if (is_blank(c)) {
      begins_line |= c == '\n';
      if (result.empty() || result.back() != ' ') result += ' ';
    } else if (begins_line && c == '#') {
      at = directive_end(text, at) - 1;
    } else {
      begins_line = false;
      result += c;
    }
  }
  return result;
}

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && is_blank(text.front()))
    text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back()))
    text.remove_suffix(1);
  return text;
}

size_t closing(std::string_view text, size_t start) {
  const char open = text[start];
  const char close = open == '(' ? ')' : open == '{' ? '}' : '>';
  const char both[] = {open, close};
  size_t depth = 0;
  for (size_t at = start; at != npos; at = text.find_first_of({both, 2}, at + 1)) {
    depth += text[at] == open ? 1 : -1;
    if (depth == 0) return at;
  }
  return npos;
}

std::string_view inside(std::string_view text, size_t start) {
  const size_t end = closing(text, start);
  return end == npos ? std::string_view() : text.substr(start + 1, end - start - 1);
}

std::vector<std::string_view> split_top_level(std::string_view text) {
  std::vector<std::string_view> parts;
  if (trimmed(text).empty()) return parts;
  int depth = 0;
  size_t start = 0;
  for (size_t at = 0; at < text.size(); ++at) {
    switch (text[at]) {
    case '(':
    case '[':
    case '{':
    case '<': ++depth; break;
    case ')':
    case ']':
    case '}':
    case '>': --depth; break;
    case ',':
      if (depth != 0) break;
      parts.push_back(trimmed(text.substr(start, at - start)));
      start = at + 1;
      break;
    default: break;
    }
  }
  parts.push_back(trimmed(text.substr(start)));
  return parts;
}

std::string_view word_at(std::string_view text, size_t start) {
  size_t end = start;
  while (end < text.size() && is_word(text[end]))
    ++end;
  return start < text.size() ? text.substr(start, end - start) : std::string_view();
}

std::string_view last_word(std::string_view text) {
  size_t start = text.size();
  while (start > 0 && is_word(text[start - 1]))
    --start;
  return text.substr(start);
}

std::string without_qualifiers(std::string_view text) {
  std::string result;
  for (size_t at = 0; at < text.size(); ++at) {
    if (text.substr(at, 2) != "::") {
      result += text[at];
      continue;
    }
    result.resize(result.size() - last_word(result).size());
    ++at;
  }
  return result;
}

bool consume(std::string_view& text, std::string_view prefix) {
  if (!text.starts_with(prefix)) return false;
  text.remove_prefix(prefix.size());
  return true;
}

std::string replace_words(std::string_view text, std::string_view from, std::string_view to) {
  std::string result;
  for (size_t at = 0; at < text.size();) {
    const std::string_view word = word_at(text, at);
    if (word.empty()) {
      result += text[at++];
      continue;
    }
    result += word == from && !result.ends_with(':') ? to : word;
    at += word.size();
  }
  return result;
}

} // namespace fx::ops::headers
