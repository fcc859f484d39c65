// Floating-point numbers as Python's repr() writes them.
#include "fx/IR/Printer.h"

#include <charconv>
#include <cmath>
#include <cstdlib>

namespace fx {

std::string python_float(double value) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value < 0 ? "-inf" : "inf";
  // repr() takes the shortest digits that read back, and an exponent outside of 1e-4 .. 1e16.
  const double size = std::abs(value);
  const bool has_exponent = value != 0 && (size < 1e-4 || size >= 1e16);
  char digits[64];
  const auto end =
      std::to_chars(digits, digits + sizeof digits, value,
                    has_exponent ? std::chars_format::scientific : std::chars_format::fixed);
  std::string result(digits, end.ptr);
  if (!has_exponent && result.find('.') == std::string::npos) result += ".0";
  return result;
}

} // namespace fx
