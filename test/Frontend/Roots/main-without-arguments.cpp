// The program's own main runs as when it is started without arguments; --assume says otherwise.
// RUN: fx-clang-trace %s --root=main -- 2>&1 | FileCheck %s
// RUN: fx-clang-trace %s --root=main --assume='count=2' -- | FileCheck %s --check-prefix=TWO
int main(int count, char** words) {
  // CHECK: :[[@LINE-1]]:5: remark: main runs as in a program that is started without arguments: --assume of one of its parameters makes inputs of them
  // CHECK: return 11
  // TWO: torch._assert](args = (%eq, "traced for count = 2")
  // TWO: return 20
  return count == 1 && words[count] == nullptr ? count + 10 : 20;
}
