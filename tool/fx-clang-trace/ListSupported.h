// --list-supported.
#pragma once

#include <cstdint>

namespace fx::tool {

enum class SupportedFormat : uint8_t {
  None,
  Text,     // a class or namespace a line
  Markdown, // docs/Supported.md
};

/// Writes which library functions the tracer knows to the standard output.
void list_supported(SupportedFormat format);

} // namespace fx::tool
