// What needs to run before the program begins runs then, in its order; a static without an
// initialiser is zero.
// RUN: fx-clang-trace %s --emit=fx -- 2>&1 | FileCheck %s
#include <torch/torch.h>

static int counter;
static int next() {
  return ++counter;
}
struct Block {
  static int made;
  static inline int first = next();
};
int Block::made = next() * 10;
static int doubled = Block::made * 2;
static int numbers[3];

struct Net : torch::nn::Module {
  Net() { Block::made = 10000; }
  torch::Tensor forward(torch::Tensor x) {
    // CHECK: operator.add](args = (%x, 40), kwargs = {})
    // CHECK: operator.add](args = (%add, 1), kwargs = {})
    // CHECK: operator.add](args = (%add_1, 10002), kwargs = {})
    return x + doubled + Block::first + (Block::made + counter + numbers[1]);
  }
};
