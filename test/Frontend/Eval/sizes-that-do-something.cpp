// The sizes of arrays that only a run knows are computed where they stand: they may do something.
// RUN: fx-clang-trace %s --root=main --emit=fx -- 2>&1 | FileCheck %s
// RUN: not fx-clang-trace %s --root=main --emit=fx -- -DNAME 2>&1 | FileCheck %s --check-prefix=NAME

static int total = 0;
static int outer(int count, int array[count++]) {
  return count;
}
static int inner(int count, int array[][(total += count)]) {
  return count;
}
static int pointed(int count, int (*array)[++count]) {
  return count;
}

int main() {
  int count = 2;
  int array[count++];
  array[1] = 5;
#ifdef NAME
  // NAME: :[[@LINE+1]]:{{.*}} error: a name for a type whose size is computed is not supported
  typedef int Name[count++];
#endif
  inner(4, nullptr);
  // CHECK: return 3345
  return outer(2, nullptr) * 1000 + pointed(2, nullptr) * 100 + total * 10 +
         (count == 3 ? array[1] : 0);
}
