// Values of operands, options and meta out of text.
#pragma once

#include "TextCursor.h"

#include "fx/IR/Argument.h"

#include <functional>

namespace fx {

/// The node of a name that stands at an offset; may refuse with a SyntaxError.
using NodeResolver = std::function<Node*(std::string_view name, size_t offset)>;

/// A value as print_graph writes it.
Argument parse_argument(TextCursor& cursor, const NodeResolver& resolve);
/// A number, complex or not, when one stands here; the cursor stays when none does.
std::optional<Argument> accept_number(TextCursor& cursor);
/// "float32" -> a dtype, "strided" -> a layout, "channels_last" -> a memory format: what follows
/// "torch." in a text.
Argument torch_constant(std::string_view name);

/// A value as torch.fx's _format_arg writes it: what is nothing else is a string.
Argument parse_fx_argument(TextCursor& cursor, const NodeResolver& resolve);
/// A value as Python's repr() writes it, up to the end of `text`; `resolve` returns null for words
/// that are no nodes. What cannot be read is one string.
Argument parse_fx_result(std::string_view text, const NodeResolver& resolve);

} // namespace fx
