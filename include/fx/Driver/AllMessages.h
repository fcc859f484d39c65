// All messages of the libraries by their ids, for --explain, lists of them and editors.
#pragma once

#include "fx/Support/Messages.h"

namespace fx::driver {

/// The messages of one part of the program.
struct MessageTable {
  /// What they are about: "Passes and pipelines".
  std::string_view title;
  /// The file that they stand in: "lib/Passes/Diagnostics.def".
  std::string_view file;
  /// By their ids.
  std::span<const MessageInfo> rows;
};

/// The tables, that of the tracer first.
std::span<const MessageTable> message_tables();
/// The rows of all tables, by their ids. No two have the same.
std::span<const MessageInfo> messages();
/// The message with that id, or null.
const MessageInfo* find_message(std::string_view id);
/// Its text as a user reads it, with ... for what differs.
std::string shown_text(const MessageInfo& message);
/// What a user is told of a message that wants to know more: its text, what it means, the ways out.
std::string explain(const MessageInfo& message);

} // namespace fx::driver
