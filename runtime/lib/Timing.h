// How long calls take, for choices between two ways to compute the same.
#pragma once

#include <functional>

namespace fx::runtime {

struct Times {
  double first = 0, second = 0; // seconds
  /// By more than what such measuring is wrong by.
  bool is_second_faster() const { return second < 0.98 * first; }
};

/// The least that each takes of some runs by turns, so that what else the machine does slows down
/// both.
Times times_of(const std::function<void()>& first, const std::function<void()>& second);

} // namespace fx::runtime
