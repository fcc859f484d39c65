// An integer may be read and written as the signed or unsigned type beside its own.
// RUN: fx-clang-trace %s --root=main -- | FileCheck %s
#include <algorithm>
#include <array>

struct Size {
  int width;
};

int main() {
  int number = -1;
  auto* bits = reinterpret_cast<unsigned*>(&number);
  int result = static_cast<int>(*bits >> 28); // 15
  *bits = 0xfffffffe;
  result = result * 10 + (number == -2); // 151
  unsigned large = 5;
  reinterpret_cast<int&>(large) = -3;
  result = result * 10 + (large > 10); // 1511
  int list[2] = {-1, -2};
  result = result * 10 + (reinterpret_cast<unsigned*>(list)[1] > 10); // 15111
  Size size{-1};
  result = result * 10 + (reinterpret_cast<unsigned&>(size.width) > 10); // 151111
  // Library code and copies see the type that was declared.
  result = result * 10 + (std::max(number, 3) == 3);
  std::array<int, 1> row{5};
  reinterpret_cast<unsigned&>(row[0]) = 0xfffffff0;
  // CHECK: return 15111111
  return result * 10 + (row < std::array<int, 1>{3});
}
