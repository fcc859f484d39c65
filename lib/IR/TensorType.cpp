#include "fx/IR/TensorType.h"

#include <algorithm>

namespace fx {

std::string TensorType::to_string() const {
  if (!dimensions) return "Dyn";
  std::string text = "TensorType[";
  for (const Dimension& dimension : *dimensions) {
    if (text.back() != '[') text += ", ";
    text += dimension ? std::to_string(*dimension) : "Dyn";
  }
  return text + "]";
}

bool is_consistent(const TensorType& a, const TensorType& b) {
  if (!a.dimensions || !b.dimensions) return true;
  return std::ranges::equal(
      *a.dimensions, *b.dimensions,
      [](const Dimension& x, const Dimension& y) { return !x || !y || *x == *y; });
}

bool is_more_precise(const TensorType& a, const TensorType& b) {
  if (!b.dimensions) return true;
  if (!a.dimensions) return false;
  return std::ranges::equal(
      *a.dimensions, *b.dimensions,
      [](const Dimension& x, const Dimension& y) { return !y || (x && *x == *y); });
}

} // namespace fx
