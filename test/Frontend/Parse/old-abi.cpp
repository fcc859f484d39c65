// The ABI that the compile command says is the one that headers are read with.
// RUN: not fx-clang-trace %s -- -D_GLIBCXX_USE_CXX11_ABI=0 2>&1 | FileCheck %s
// RUN: not fx-clang-trace %s -- 2>&1 | FileCheck %s --check-prefix=NEW
#include <string>
// CHECK: error: the strings of old
// NEW: error: the strings of today
#if _GLIBCXX_USE_CXX11_ABI
#error the strings of today
#else
#error the strings of old
#endif
