#include "fx/Support/Identifier.h"

#include <algorithm>

namespace fx {

bool is_identifier(std::string_view text) {
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  const auto is_word = [&](char c) {
    return c == '_' || is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  };
  return !text.empty() && !is_digit(text.front()) && std::ranges::all_of(text, is_word);
}

} // namespace fx
