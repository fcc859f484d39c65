#include "fx/Support/Error.h"

#include <fmt/format.h>

namespace fx {

std::string Error::to_string() const {
  std::string text;
  if (!location.file.empty()) {
    text += location.file;
    if (location.line != 0) text += fmt::format(":{}:{}", location.line, location.column);
    text += ": ";
  }
  text += "error: " + message + "\n";
  for (const std::string& note : notes)
    text += "note: " + note + "\n";
  return text;
}

} // namespace fx
