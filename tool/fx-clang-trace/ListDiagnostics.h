// --list-diagnostics and --explain.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace fx::tool {

enum class DiagnosticsFormat : uint8_t {
  None,
  Text,     // a message a line
  Markdown, // docs/Diagnostics.md
};

/// Writes what the tracer can say to the standard output.
void list_diagnostics(DiagnosticsFormat format);
/// Writes what the message with that id means, and the ways out, to the standard output. Else what
/// is wrong with the id.
std::optional<std::string> explain(const std::string& id);

} // namespace fx::tool
