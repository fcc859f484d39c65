// A hash that keeps numbered names together.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string_view>

namespace fx {

/// Texts that differ in the last digit alone ("add_10" to "add_17", "n0v" to "n7v") have hashes
/// that differ in the lowest three bits alone. The names of a graph are made and asked for in such
/// runs, and eight slots of a hash table are one line of the processor's cache.
inline size_t text_hash(std::string_view text) {
  const std::hash<std::string_view> hash;
  const size_t last = text.find_last_of("0123456789");
  if (last == std::string_view::npos) return hash(text);
  const auto digit = static_cast<size_t>(text[last] - '0');
  size_t rest = hash(text.substr(0, last)) + digit / 8;
  if (last + 1 < text.size()) rest = rest * 31 + hash(text.substr(last + 1));
  return (rest << 3) | (digit % 8);
}

} // namespace fx
