// Text of outside in comments of generated code: names of files and classes, lines of sources.
#pragma once

#include <string>
#include <string_view>

namespace fx::codegen {

/// A control character that is not a tab: it may end a line, and what follows would be code.
bool is_control(char c);

/// `text` as it can stand in a comment up to the end of the line, or in a message: control
/// characters and bytes that are no UTF-8 as "\n", "\x1b" or "\xe9", and no backslash at the end,
/// which would take the next line into the comment.
std::string comment_text(std::string_view text);

} // namespace fx::codegen
