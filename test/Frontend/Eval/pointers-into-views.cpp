// Whether two texts stand at one place is known where they differ, and not where one may be a view of the other.
// RUN: not fx-clang-trace %s --root=prefix -- 2>&1 | FileCheck %s
// RUN: fx-clang-trace %s --root=different -- 2>&1 | FileCheck %s --check-prefix=DIFFERENT
#include <string_view>

int prefix() {
  const char* text = "relu6";
  std::string_view view(text, 4);
  // CHECK: [[@LINE+1]]:19: error: the condition of this 'if' needs a value that is not known
  if (view.data() == text) return 1;
  // CHECK: note: where this text stands is not known
  return 0;
}

int different() {
  const char* relu = "relu";
  const char* gelu = "gelu";
  // DIFFERENT: return 3
  return relu == gelu ? 2 : 3;
}
