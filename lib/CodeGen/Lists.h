// Lists in generated text.
#pragma once

#include <string>

namespace fx::codegen {

/// The items with commas between them, each as `spell` writes it.
template <class Items, class Spell>
std::string comma_list(const Items& items, const Spell& spell) {
  std::string text;
  bool is_first = true;
  for (const auto& item : items) {
    if (!is_first) text += ", ";
    is_first = false;
    text += spell(item);
  }
  return text;
}

} // namespace fx::codegen
