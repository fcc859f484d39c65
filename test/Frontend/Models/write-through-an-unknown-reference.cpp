// A write through a reference that a function gives, to what is not known, is an error.
// RUN: not fx-clang-trace %s --root=main -- 2>&1 | FileCheck %s
int numbers[3] = {1, 2, 3};

unsigned char& byte(int* from, int index) {
  return reinterpret_cast<unsigned char*>(from)[index];
}

int main() {
  // CHECK: error: this writes through a pointer that is not known
  byte(numbers, 4) = 9;
  return numbers[1];
}
