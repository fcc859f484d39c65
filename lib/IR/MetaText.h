// A node's meta as text, and back: each key has a form as an Argument.
#pragma once

#include "fx/IR/Node.h"

#include <optional>
#include <string>

namespace fx {

/// ` meta = {cpp_name: "out", ...}` with everything but the source range, which has a form of its
/// own; nothing when there is nothing.
void append_meta(std::string& out, const Node& node);
/// Stores `value` under the key of this name, a free key when no typed one has it. Returns what was
/// expected when the value does not have the form of the key.
std::optional<std::string> set_meta_from_text(Node& node, std::string_view name,
                                              const Argument& value);

} // namespace fx
