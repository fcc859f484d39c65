// What is counted of a model: elements, bytes, multiply-adds. A graph in the text form may say
// shapes whose product no number of 64 bits holds.
#pragma once

#include <compare>
#include <cstdint>
#include <limits>

namespace fx {

/// A number that stays at the largest one instead of overflowing.
class Count {
public:
  constexpr Count(int64_t value = 0) : value_(value) {} // NOLINT(google-explicit-constructor)

  constexpr int64_t value() const { return value_; }

  friend Count operator+(Count a, Count b) {
    int64_t sum = 0;
    return __builtin_add_overflow(a.value_, b.value_, &sum) ? Count(most) : Count(sum);
  }
  friend Count operator-(Count a, Count b) {
    int64_t difference = 0;
    return __builtin_sub_overflow(a.value_, b.value_, &difference) ? Count(most)
                                                                   : Count(difference);
  }
  friend Count operator*(Count a, Count b) {
    int64_t product = 0;
    return __builtin_mul_overflow(a.value_, b.value_, &product) ? Count(most) : Count(product);
  }
  Count& operator+=(Count other) { return *this = *this + other; }
  Count& operator*=(Count other) { return *this = *this * other; }
  friend auto operator<=>(Count, Count) = default;

private:
  static constexpr int64_t most = std::numeric_limits<int64_t>::max();
  int64_t value_;
};

} // namespace fx
