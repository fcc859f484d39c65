// Keys of maps and sets: numbers and text, ordered as the standard orders them.
#pragma once

#include "Frontend/Values/Value.h"

#include <optional>

namespace fx::frontend {

/// Nothing when the two cannot be compared.
inline std::optional<bool> less_keys(const Value& a, const Value& b) {
  if (a.is_number() && b.is_number()) return a.as_double() < b.as_double();
  if (a.is(Value::Kind::String) && b.is(Value::Kind::String)) return a.text() < b.text();
  return std::nullopt;
}

inline bool equal_keys(const Value& a, const Value& b) {
  const auto ab = less_keys(a, b);
  const auto ba = less_keys(b, a);
  return ab && ba && !*ab && !*ba;
}

} // namespace fx::frontend
