#include "fx/Support/Error.h"

#include "fx/Support/Messages.h"

#include <algorithm>
#include <fmt/format.h>

namespace fx {

std::string_view Error::id() const {
  return info ? info->id : std::string_view();
}

std::string Error::message_with_id() const {
  if (!info) return message;
  // Before the output of a compiler, say.
  std::string text = message;
  return text.insert(std::min(text.find('\n'), text.size()), fmt::format(" [{}]", info->id));
}

std::string Error::to_string() const {
  std::string text;
  if (!location.file.empty()) {
    text += location.file;
    if (location.line != 0) text += fmt::format(":{}:{}", location.line, location.column);
    text += ": ";
  }
  text += "error: " + message_with_id() + "\n";
  for (const std::string& note : notes)
    text += "note: " + note + "\n";
  return text;
}

Diagnostic to_diagnostic(const Error& error) {
  Diagnostic diagnostic;
  diagnostic.id = error.id();
  diagnostic.location = error.location;
  diagnostic.message = error.message;
  diagnostic.text = Error(error.message_with_id(), error.location, {}).to_string();
  for (const std::string& note : error.notes) {
    Diagnostic& said = diagnostic.notes.emplace_back();
    said.severity = Severity::Note;
    said.message = note;
    said.text = "note: " + note + "\n";
  }
  return diagnostic;
}

} // namespace fx
