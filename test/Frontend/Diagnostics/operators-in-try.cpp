// A graph has no handlers: an operator that may throw what a handler catches and goes on from is an
// error, unless an example shows that it does not.
// RUN: not fx-clang-trace %s --root=Goes -- 2>&1 | FileCheck %s --check-prefix=GOES
// RUN: fx-clang-trace %s --root=Goes --input x=3x2 --emit=fx -- 2>&1 | FileCheck %s --check-prefix=KNOWN
// RUN: fx-clang-trace %s --root=Ends --emit=fx -- 2>&1 | FileCheck %s --check-prefix=ENDS
#include <torch/torch.h>
struct Goes : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    try {
      // GOES: :[[@LINE+1]]:13: error: this operator throws where its operands do not fit, and a handler around it goes on from there: a graph has no handlers
      x = x.view({2, 3});
    } catch (const c10::Error&) {
      x = x * 2;
    }
    return x;
  }
};
// KNOWN-NOT: error
// KNOWN: call_method[target=view]
// KNOWN-NOT: operator.mul

struct Ends : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    // A handler that throws, or that catches something else, takes nothing from the graph.
    try {
      x = x.view({2, 3});
    } catch (const c10::Error& error) {
      throw std::runtime_error(error.what());
    }
    try {
      x = x + 1;
    } catch (int) {
      x = x * 2;
    }
    return x;
  }
};
// ENDS-NOT: {{error|remark}}
// ENDS: call_method[target=view]
// ENDS-NEXT: operator.add
// ENDS-NEXT: return
