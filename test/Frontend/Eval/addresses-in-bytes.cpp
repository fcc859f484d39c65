// An object that is made in an array of bytes has the address of those bytes, and of what holds them.
// RUN: fx-clang-trace %s --root=main -- 2>&1 | FileCheck %s
#include <forward_list>
#include <new>
#include <set>
struct Tracked {
  static inline std::set<const void*> alive;
  int number;
  Tracked(int number) : number(number) { alive.insert(this); }
  Tracked(const Tracked& other) : number(other.number) { alive.insert(this); }
  ~Tracked() { alive.erase(this); }
};
struct Buffer {
  alignas(Tracked) unsigned char bytes[2 * sizeof(Tracked)];
};
int main() {
  Buffer buffer;
  auto* second = new (buffer.bytes + sizeof(Tracked)) Tracked(2);
  auto* first = new (buffer.bytes) Tracked(1);
  int same = (void*)first == (void*)&buffer;
  same += 2 * ((void*)first == (void*)buffer.bytes) + 4 * (first == (void*)second);
  same += 8 * ((void*)second == buffer.bytes + sizeof(Tracked));
  std::forward_list<Tracked> list{1, 2, 3};
  for (const Tracked& item : list)
    same = same * 2 + static_cast<int>(Tracked::alive.count(&item));
  return same;
}
// CHECK: return 95
