#include "Timing.h"

#include <algorithm>
#include <chrono>
#include <limits>

namespace fx::runtime {

Times times_of(const std::function<void()>& first, const std::function<void()>& second) {
  constexpr double enough = 0.05; // seconds
  constexpr int at_least = 4, at_most = 50;
  const auto seconds = [](const std::function<void()>& call) {
    using Clock = std::chrono::steady_clock;
    const auto begin = Clock::now();
    call();
    return std::chrono::duration<double>(Clock::now() - begin).count();
  };
  seconds(first); // allocates, and makes oneDNN's primitives
  seconds(second);
  Times least{std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()};
  double all = 0;
  for (int i = 0; i < at_least || (all < enough && i < at_most); ++i) {
    const Times now{seconds(first), seconds(second)};
    least = {std::min(least.first, now.first), std::min(least.second, now.second)};
    all += now.first + now.second;
  }
  return least;
}

} // namespace fx::runtime
