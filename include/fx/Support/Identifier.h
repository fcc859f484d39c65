// What is a name in C++ and in Python.
#pragma once

#include <span>
#include <string_view>

namespace fx {

/// True when `text` is letters, digits and '_', and does not start with a digit. Of ASCII alone.
bool is_identifier(std::string_view text);

/// The words of C++, sorted.
std::span<const std::string_view> cpp_keywords();
bool is_cpp_keyword(std::string_view text);

} // namespace fx
