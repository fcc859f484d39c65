// What each program of ./dev fuzz library begins with: see(value) writes down all that can be seen
// of a value. The same text is compiled and evaluated.
#pragma once
#include <algorithm>
#include <any>
#include <array>
#include <cassert>
#include <cctype>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <exception>
#include <functional>
#include <future>
#include <iomanip>
#include <iostream>
#include <iterator>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <numeric>
#include <optional>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>
#include <tuple>
#include <typeindex>
#include <typeinfo>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <variant>
#include <vector>

namespace seen {
inline std::string text;
inline int made = 0, copied = 0, moved = 0, assigned = 0, died = 0;

inline void begin() {
  text = "";
  made = copied = moved = assigned = died = 0;
}
inline std::string end() {
  std::string all = text;
  begin();
  return all;
}
} // namespace seen

/// Counts what is done to it. What was moved from is -1.
struct User {
  int value;
  User(int given = 0) : value(given) { ++seen::made; }
  User(const User& other) : value(other.value) { ++seen::copied; }
  User(User&& other) noexcept : value(other.value) {
    other.value = -1;
    ++seen::moved;
  }
  User& operator=(const User& other) {
    value = other.value;
    ++seen::assigned;
    return *this;
  }
  User& operator=(User&& other) noexcept {
    value = other.value;
    other.value = -1;
    ++seen::assigned;
    return *this;
  }
  ~User() { ++seen::died; }
  bool operator==(const User& other) const { return value == other.value; }
  bool operator!=(const User& other) const { return value != other.value; }
  bool operator<(const User& other) const { return value < other.value; }
};
namespace std {
template <>
struct hash<User> {
  size_t operator()(const User& user) const { return static_cast<size_t>(user.value); }
};
} // namespace std

using Pair = std::pair<int, std::string>;
struct Base {
  int value = 1;
  virtual ~Base() = default;
  virtual int kind() const { return 1; }
};
struct Derived : Base {
  int kind() const override { return 2; }
};
struct Other : Base {
  int kind() const override { return 3; }
};

inline void see_text(const char* begin, size_t size) {
  seen::text += '<';
  for (size_t i = 0; i < size; ++i) {
    const char c = begin[i];
    if (c >= ' ' && c <= '~' && c != '\\' && c != '"')
      seen::text += c;
    else
      seen::text += "{" + std::to_string(static_cast<int>(c)) + "}";
  }
  seen::text += "> ";
}
inline void see(const std::string& text) {
  see_text(text.data(), text.size());
}
inline void see(std::string_view text) {
  see_text(text.data(), text.size());
}
inline void see(const char* text) {
  see_text(text, std::strlen(text));
}
inline void see(const User& user) {
  seen::text += "U" + std::to_string(user.value) + " ";
}
inline void see(const std::type_info& type) {
  see(type.name());
}

template <typename T>
std::enable_if_t<std::is_arithmetic_v<T>> see(T value) {
  if constexpr (std::is_same_v<T, bool>) {
    seen::text += value ? "true " : "false ";
  } else if constexpr (std::is_floating_point_v<T>) {
    if (value != value) {
      seen::text += "nan ";
    } else {
      char buffer[64];
      std::snprintf(buffer, sizeof buffer, "%.17g ", static_cast<double>(value));
      seen::text += buffer;
    }
  } else {
    seen::text += std::to_string(value) + " ";
  }
}

template <typename A, typename B>
void see(const std::pair<A, B>& both);
template <typename... T>
void see(const std::tuple<T...>& all);
template <typename T>
void see(const std::optional<T>& maybe) {
  if (maybe)
    see(*maybe);
  else
    seen::text += "none ";
}
template <typename C>
auto see(const C& container) -> std::void_t<decltype(container.begin(), container.size())> {
  seen::text += "[" + std::to_string(container.size()) + ": ";
  for (auto at = container.begin(); at != container.end(); ++at)
    see(static_cast<const typename C::value_type&>(*at));
  seen::text += "] ";
}
inline void see(const std::vector<bool>& bits) {
  seen::text += "[" + std::to_string(bits.size()) + ": ";
  for (bool bit : bits)
    see(bit);
  seen::text += "] ";
}
template <typename A, typename B>
void see(const std::pair<A, B>& both) {
  see(both.first);
  see(both.second);
}
template <typename... T>
void see(const std::tuple<T...>& all) {
  std::apply([](const auto&... each) { (see(each), ...); }, all);
}

/// How often a User was made, copied, moved, assigned and destroyed since the last call of this.
inline void see_counts() {
  seen::text += "made " + std::to_string(seen::made) + " copied " + std::to_string(seen::copied) +
                " moved " + std::to_string(seen::moved) + " assigned " +
                std::to_string(seen::assigned) + " died " + std::to_string(seen::died) + " ";
  seen::made = seen::copied = seen::moved = seen::assigned = seen::died = 0;
}
inline void see_error(const char* kind, const std::exception& error) {
  see(kind);
  see(error.what());
}
