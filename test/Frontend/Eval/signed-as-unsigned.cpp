// An integer may be read and written as the signed or unsigned type beside its own.
// RUN: fx-clang-trace %s --root=main -- | FileCheck %s
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
  // CHECK: return 151111
  return result * 10 + (reinterpret_cast<unsigned&>(size.width) > 10);
}
