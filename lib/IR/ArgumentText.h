// Arguments as text: one walk for every dialect, appending to a string, without recursion.
#pragma once

#include "fx/IR/Argument.h"

#include <string>

namespace fx {

enum class ArgumentStyle {
  Lossless, // ours: "text" quoted, %node, device("cpu")
  TorchFx,  // torch.fx's _format_arg: text bare, %node, slices as repr()
  Repr,     // Python's repr(): 'text', node by name alone
};

void append_argument(std::string& out, const Argument& argument, ArgumentStyle style);
/// A string in double quotes with escapes that the parser reads back.
void append_quoted(std::string& out, std::string_view text);
void append_integer(std::string& out, int64_t value);

} // namespace fx
