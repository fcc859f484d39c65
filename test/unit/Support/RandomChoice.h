// Choices that are the same with every standard library: its distributions differ.
#pragma once

#include <initializer_list>
#include <random>
#include <vector>

namespace fx::testing {

class RandomChoice {
public:
  explicit RandomChoice(uint64_t seed) : generator_(seed) {}

  uint64_t bits() { return generator_(); }
  /// Less than `count`, which is not 0.
  size_t below(size_t count) { return size_t(generator_() % count); }
  bool percent(unsigned chance) { return below(100) < chance; }
  template <class T>
  const T& of(const std::vector<T>& items) {
    return items[below(items.size())];
  }
  template <class T>
  T of(std::initializer_list<T> items) {
    return items.begin()[below(items.size())];
  }

private:
  std::mt19937_64 generator_;
};

} // namespace fx::testing
