// Names for generated code: legal in the language and unique in their scope.
#pragma once

#include "fx/Support/Identifier.h"

#include <span>
#include <string>
#include <string_view>
#include <unordered_set>

namespace fx::codegen {

/// `text` with every illegal character replaced by '_': "layer1.0.conv" -> "layer1_0_conv".
std::string to_identifier(std::string_view text);

/// The bytes of the first character of UTF-8; 0: there is none, or it is of other bytes.
size_t character_length(std::string_view text);
bool is_python_keyword(std::string_view text);
bool is_torchscript_keyword(std::string_view text);

/// The names taken in one scope; copy it to open an inner scope.
class Identifiers {
public:
  void reserve(std::string_view name) { used_.emplace(name); }
  bool is_free(std::string_view name) const { return !used_.contains(std::string(name)); }
  /// `wish` if it is free, else `wish` + `suffix`, else that with a number; taken from now on.
  std::string claim(std::string_view wish, std::string_view suffix = "");

private:
  std::unordered_set<std::string> used_;
};

/// A scope in which the keywords, macros and namespaces that generated C++ sees are taken.
Identifiers cpp_scope();
/// The names that Python reserves.
Identifiers python_scope();

} // namespace fx::codegen
