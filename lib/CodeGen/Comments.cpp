#include "Comments.h"

#include "Identifiers.h"

#include <algorithm>
#include <fmt/format.h>

namespace fx::codegen {

bool is_control(char c) {
  const auto code = static_cast<unsigned char>(c);
  return (code < 0x20 && c != '\t') || code == 0x7f;
}

std::string comment_text(std::string_view text) {
  while (text.ends_with('\\'))
    text.remove_suffix(1);
  std::string written;
  while (!text.empty()) {
    const char c = text.front();
    const size_t length = character_length(text);
    if (c == '\n')
      written += "\\n";
    else if (c == '\r')
      written += "\\r";
    else if (is_control(c) || length == 0)
      written += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
    else
      written += text.substr(0, length);
    text.remove_prefix(std::max<size_t>(length, 1));
  }
  return written;
}

} // namespace fx::codegen
