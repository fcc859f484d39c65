// A function that does not fit a wrong call, or that has a similar name, is named by Clang's notes and is
// not wrong itself; a template that is wrong for the types of a call is.
// RUN: fx-clang-trace %s --root=Net --emit=fx -- 2>&1 | FileCheck %s
// RUN: not fx-clang-trace %s --root=Instantiated -- 2>&1 | FileCheck %s --check-prefix=TEMPLATE
#include <torch/torch.h>

torch::Tensor scaled(torch::Tensor x, double by) {
  return x * by;
}

struct BlockImpl : torch::nn::Module {
  explicit BlockImpl(int width) : fc(register_module("fc", torch::nn::Linear(width, width))) {}
  torch::Tensor forward(torch::Tensor x) { return scaled(fc(x), 2); }
  torch::nn::Linear fc;
};
TORCH_MODULE(Block);

// CHECK: remark: passed over 4 errors outside of what is traced
// CHECK: call_module[target=block.fc](args = (%x,)
// CHECK: operator.mul](args = (%{{.*}}, 2.0)
struct Net : torch::nn::Module {
  Net() : block(register_module("block", Block(4))) {}
  torch::Tensor forward(torch::Tensor x) { return block(x); }
  Block block;
};

void broken(torch::Tensor x) {
  scaled("x");
  scald(x, 2);
  BlockImpl block("wide", 2);
}

template <class T>
T plus_text(T value) {
  // TEMPLATE: errors-with-candidates.cpp:[[@LINE+2]]:{{[0-9]+}}: error:
  // TEMPLATE: note: what does not compile cannot be traced, and the model needs this
  return value.no_such_method();
}

struct Instantiated : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) { return plus_text(x); }
};
