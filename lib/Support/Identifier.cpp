#include "fx/Support/Identifier.h"

#include <algorithm>

namespace fx {

// Sorted.
constexpr std::string_view all_cpp_keywords[] = {"alignas",       "alignof",     "and",
                                                 "and_eq",        "asm",         "auto",
                                                 "bitand",        "bitor",       "bool",
                                                 "break",         "case",        "catch",
                                                 "char",          "char16_t",    "char32_t",
                                                 "char8_t",       "class",       "co_await",
                                                 "co_return",     "co_yield",    "compl",
                                                 "concept",       "const",       "const_cast",
                                                 "consteval",     "constexpr",   "constinit",
                                                 "continue",      "decltype",    "default",
                                                 "delete",        "do",          "double",
                                                 "dynamic_cast",  "else",        "enum",
                                                 "explicit",      "export",      "extern",
                                                 "false",         "float",       "for",
                                                 "friend",        "goto",        "if",
                                                 "inline",        "int",         "long",
                                                 "mutable",       "namespace",   "new",
                                                 "noexcept",      "not",         "not_eq",
                                                 "nullptr",       "operator",    "or",
                                                 "or_eq",         "private",     "protected",
                                                 "public",        "register",    "reinterpret_cast",
                                                 "requires",      "return",      "short",
                                                 "signed",        "sizeof",      "static",
                                                 "static_assert", "static_cast", "struct",
                                                 "switch",        "template",    "this",
                                                 "thread_local",  "throw",       "true",
                                                 "try",           "typedef",     "typeid",
                                                 "typename",      "union",       "unsigned",
                                                 "using",         "virtual",     "void",
                                                 "volatile",      "wchar_t",     "while",
                                                 "xor",           "xor_eq"};

bool is_identifier(std::string_view text) {
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  const auto is_word = [&](char c) {
    return c == '_' || is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  };
  return !text.empty() && !is_digit(text.front()) && std::ranges::all_of(text, is_word);
}

std::span<const std::string_view> cpp_keywords() {
  return all_cpp_keywords;
}

bool is_cpp_keyword(std::string_view text) {
  return std::ranges::binary_search(all_cpp_keywords, text);
}

} // namespace fx
