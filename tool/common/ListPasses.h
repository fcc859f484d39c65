// --list-passes.
#pragma once

#include <cstdint>

namespace fx::tool {

enum class ListFormat : uint8_t {
  None,
  Text,     // a line each
  Markdown, // docs/Passes.md
};

/// Writes what passes there are to the standard output.
void list_passes(ListFormat format);

} // namespace fx::tool
