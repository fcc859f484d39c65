// A hashed container made from a list has the order that libstdc++ gives it: one without equal keys
// grows as it is filled, and equal texts stand in the order in which they came.
// RUN: %fx-clang-trace %s --root=seen -- | FileCheck %s
#include <string>
#include <unordered_map>

std::string seen() {
  std::string text;
  const std::unordered_map<int, int> numbers{{5, 0}, {7, 0}, {2, 0}};
  for (const auto& [key, value] : numbers)
    text += std::to_string(key);
  text += " " + std::to_string(numbers.bucket_count()) + " ";
  std::unordered_multimap<std::string, int> names;
  for (int i = 0; i < 2; ++i)
    names.insert({"a", i});
  for (const auto& [key, value] : names)
    text += std::to_string(value);
  return text;
}
// CHECK: return "275 13 01"
