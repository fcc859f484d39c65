// The text of the library, and how its signatures are read.
#pragma once

#include "Library.h"

#include <span>

namespace fx::codegen {

/// Functions.ts and Modules.ts; made by CMake (LibraryText.cpp.in).
extern const std::span<const std::string_view> library_functions_text;
extern const std::span<const std::string_view> library_modules_text;

/// Reads "a: int, b: bool = True) -> Tensor:" and what may stand behind it.
void read_signature(const std::string& text, std::vector<LibraryParameter>& parameters,
                    ValueType& result);
/// The parts of "a, b" that stand outside of brackets and quotes, without blanks around them.
std::vector<std::string> split_outside_brackets(std::string_view text, std::string_view separator);
std::string trimmed(std::string_view text);

} // namespace fx::codegen
