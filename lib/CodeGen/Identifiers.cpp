#include "Identifiers.h"

#include "fx/Support/Identifier.h"

#include <algorithm>
#include <cctype>

namespace fx::codegen {
namespace {

// Sorted.
constexpr std::string_view python_keywords[] = {
    "False", "None",     "True",  "and",    "as",   "assert", "async",  "await",    "break",
    "class", "continue", "def",   "del",    "elif", "else",   "except", "finally",  "for",
    "from",  "global",   "if",    "import", "in",   "is",     "lambda", "nonlocal", "not",
    "or",    "pass",     "raise", "return", "try",  "while",  "with",   "yield"};

// Those of TorchScript's own reader, which knows fewer.
constexpr std::string_view torchscript_keywords[] = {
    "False", "None", "True", "and",  "as",    "assert", "break", "class",  "continue",
    "def",   "del",  "elif", "else", "for",   "global", "if",    "import", "in",
    "is",    "not",  "or",   "pass", "raise", "return", "while", "with"};

// Namespaces the code names, functions of torch::nn::Module that it calls or that callers expect,
// macros of the standard library's headers.
constexpr std::string_view cpp_reserved[] = {"torch",
                                             "at",
                                             "c10",
                                             "std",
                                             "forward",
                                             "register_module",
                                             "register_parameter",
                                             "register_buffer",
                                             "parameters",
                                             "named_parameters",
                                             "buffers",
                                             "named_buffers",
                                             "modules",
                                             "children",
                                             "train",
                                             "eval",
                                             "to",
                                             "save",
                                             "load",
                                             "clone",
                                             "apply",
                                             "name",
                                             "is_training",
                                             "zero_grad",
                                             "assert",
                                             "errno",
                                             "stdin",
                                             "stdout",
                                             "stderr",
                                             "NULL",
                                             "EOF",
                                             "INFINITY",
                                             "NAN",
                                             "CHECK",
                                             "main"};

} // namespace

std::string to_identifier(std::string_view text) {
  std::string result;
  if (text.empty() || std::isdigit(static_cast<unsigned char>(text.front()))) result = "_";
  for (unsigned char c : text)
    result += std::isalnum(c) && c < 128 ? static_cast<char>(c) : '_';
  return result;
}

size_t character_length(std::string_view text) {
  if (text.empty()) return 0;
  const auto first = static_cast<unsigned char>(text.front());
  if (first < 0x80) return 1;
  const size_t length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
  if (first < 0xC2 || first >= 0xF5 || text.size() < length) return 0;
  const bool continues = std::ranges::all_of(text.substr(1, length - 1), [](char c) {
    return (static_cast<unsigned char>(c) & 0xC0) == 0x80;
  });
  return continues ? length : 0;
}

bool is_python_keyword(std::string_view text) {
  return std::ranges::binary_search(python_keywords, text);
}

bool is_torchscript_keyword(std::string_view text) {
  return std::ranges::binary_search(torchscript_keywords, text);
}

std::string Identifiers::claim(std::string_view wish, std::string_view suffix) {
  std::string name(wish);
  if (!used_.insert(name).second) {
    name += suffix;
    std::string base = name;
    for (int i = 1; !used_.insert(name).second; ++i)
      name = base + "_" + std::to_string(i);
  }
  return name;
}

Identifiers cpp_scope() {
  Identifiers scope;
  for (std::string_view name : cpp_keywords())
    scope.reserve(name);
  for (std::string_view name : cpp_reserved)
    scope.reserve(name);
  return scope;
}

Identifiers python_scope() {
  Identifiers scope;
  for (std::string_view name : python_keywords)
    scope.reserve(name);
  return scope;
}

} // namespace fx::codegen
