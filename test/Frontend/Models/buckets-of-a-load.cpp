// reserve() of a hash table asks for the buckets that its greatest load needs for so many elements.
// RUN: fx-clang-trace %s --root=main -- 2>&1 | FileCheck %s
#include <unordered_map>
#include <unordered_set>
int main() {
  std::unordered_set<int> reserved;
  reserved.max_load_factor(0.25f);
  reserved.reserve(24);
  std::unordered_map<int, int> rehashed;
  rehashed.max_load_factor(0.25f);
  rehashed.rehash(24);
  return static_cast<int>(reserved.bucket_count() * 1000 + rehashed.bucket_count());
}
// CHECK: return 97029
