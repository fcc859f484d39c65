// A tuple with one part takes another tuple as that part, or takes its parts: whichever constructor
// C++ chooses.
// RUN: fx-clang-trace %s --root=main -- 2>&1 | FileCheck %s
#include <tuple>
#include <utility>
struct Either {
  int number;
  Either(int number) : number(number) {}
  Either(std::tuple<int>) : number(50) {}
  operator int() const { return number + 1; }
};
int main() {
  std::tuple<int> one(17);
  std::tuple<std::tuple<int>&&> moved(std::move(one));
  const std::tuple<int> fixed(20);
  std::tuple<const std::tuple<int>&> refers(fixed);
  std::tuple<std::tuple<long>> converted(one);
  std::tuple<Either> whole(one), parts(std::tuple<long>(4));
  std::tuple<Either> braced{std::tuple<int>(7)};
  return (&std::get<0>(moved) == &one) + 2 * (&std::get<0>(refers) == &fixed) +
         4 * static_cast<int>(std::get<0>(std::get<0>(converted))) + std::get<0>(whole).number +
         std::get<0>(parts).number + std::get<0>(braced).number;
}
// CHECK: return 221
