// A hash table with another greatest load finds out anew when it grows.
// RUN: fx-clang-trace %s --root=main --emit=fx -- -std=c++17 2>&1 | FileCheck %s
#include <string>
#include <unordered_map>

int main() {
  std::unordered_map<std::string, int> table;
  table.reserve(5);
  for (int i = 0; i < 20; ++i)
    table.insert({std::to_string(i), i});
  table.max_load_factor(0.5f);
  table.insert({"x", 1});
  // CHECK: return 47
  return static_cast<int>(table.bucket_count());
}
