// Iterators of hashed containers can be compared, read and stepped, and what a step leaves behind is
// the iterator before it.
// RUN: %fx-clang-trace %s --root=seen -- | FileCheck %s
#include <list>
#include <map>
#include <string>
#include <unordered_map>
#include <unordered_set>

std::string seen() {
  std::string text;
  std::unordered_map<int, std::string> names{{1, "a"}, {2, "b"}};
  if (auto at = names.find(2); at != names.end()) text += at->second;
  if (names.find(3) == names.end()) text += "-";
  const std::unordered_set<int> numbers{7};
  for (auto at = numbers.begin(); at != numbers.end(); ++at)
    text += std::to_string(*at);
  std::list<int> list{1, 2, 3};
  auto at = list.begin();
  text += std::to_string(*at++);
  text += std::to_string(*at--);
  text += std::to_string(*at);
  const std::map<int, int> map{{4, 0}, {5, 0}};
  auto pair = map.cbegin();
  text += std::to_string((*pair++).first);
  return text + std::to_string(pair->first);
}
// CHECK: return "b-712145"
