#include "Comments.h"

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
  for (const char c : text) {
    if (c == '\n')
      written += "\\n";
    else if (c == '\r')
      written += "\\r";
    else if (is_control(c))
      written += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
    else
      written += c;
  }
  return written;
}

} // namespace fx::codegen
