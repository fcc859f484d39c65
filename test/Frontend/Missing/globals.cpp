// What the tracer does not know of objects that live as long as the program.
// RUN: not fx-clang-trace %s --root=main -- 2>&1 | FileCheck %s --implicit-check-not=error:
#include <torch/torch.h>

struct Named {
  Named() : number(std::string("abc").size()) {}
  std::string name;
  int number;
};

// CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: the use of a global object before its turn is not supported yet [global-object-before-its-turn]
extern Named named;
static int early = named.number;
Named named;

int main() {
  return early;
}
