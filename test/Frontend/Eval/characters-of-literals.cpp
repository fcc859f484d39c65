// A literal in braces gives an array on the heap its characters; those of u8"" have no sign.
// RUN: fx-clang-trace %s --root=main --emit=fx -- -std=c++20 2>&1 | FileCheck %s

int main() {
  char* characters = new char[]{"hey"};
  char* more = new char[6]{"hey"};
  const bool on_heap = characters[2] == 'y' && characters[3] == 0 && more[0] == 'h' && more[5] == 0;
  char32_t longer[4] = U"q";
  delete[] characters;
  delete[] more;
  // CHECK: return 1
  return on_heap && u8"\u00e9"[0] == 0xc3 && "\xc3"[0] < 0 && longer[3] == 0;
}
