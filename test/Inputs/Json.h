// What models use of nlohmann::json.
#pragma once

#include <initializer_list>
#include <string>

namespace nlohmann {
namespace detail {
template <class Json>
struct json_ref {
  json_ref(std::initializer_list<json_ref>);
  template <class T>
  json_ref(T&&);
};
} // namespace detail

template <class>
struct basic_json {
  basic_json();
  basic_json(const basic_json&);
  basic_json(int);
  basic_json(std::initializer_list<detail::json_ref<basic_json>>);
  basic_json& operator[](const char* key);
  basic_json& operator[](size_t index);
  const basic_json& at(const char* key) const;
  std::string dump() const;
  template <class T>
  T get() const;
  friend bool operator==(const basic_json&, const basic_json&);
};
using json = basic_json<void>;
} // namespace nlohmann
