// Where a tensor's value decides, what to keep out of the graph is named as the option takes it:
// the function that holds the condition, or the module whose forward does. That of the root is the
// graph itself.
// RUN: not fx-clang-trace %s --root=Helped -- 2>&1 | FileCheck %s --check-prefix=HELPED
// RUN: fx-clang-trace %s --root=Helped --wrap=own::halved -- | FileCheck %s --check-prefix=WRAPPED
// RUN: not fx-clang-trace %s --root=Outer -- 2>&1 | FileCheck %s --check-prefix=OUTER
// RUN: fx-clang-trace %s --root=Outer --leaf=Inner -- | FileCheck %s --check-prefix=LEAF
// RUN: not fx-clang-trace %s --root='Inner()' -- 2>&1 | FileCheck %s --check-prefix=ROOT
#include <torch/torch.h>

namespace own {
torch::Tensor halved(torch::Tensor x) {
  // HELPED: note: a branch on data cannot stand in a torch.fx graph: keep the function that holds it out of the graph with --wrap=own::halved, or compute both sides
  if (x.max().item<float>() > 4) return x / 2;
  return x;
}
} // namespace own

struct Helped : torch::nn::Module {
  // WRAPPED: halved
  torch::Tensor forward(torch::Tensor x) { return own::halved(x); }
};

struct InnerImpl : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    // OUTER: graph: keep the module that holds it out of the graph with --leaf=Inner, or compute
    // ROOT: graph: compute both sides and choose with torch::where, or move what decides into a function of its own, and keep that out of the graph with --wrap=<function>
    if (x.max().item<float>() > 4) return x / 2;
    return x;
  }
};
TORCH_MODULE(Inner);

struct Outer : torch::nn::Module {
  Inner inner{register_module("inner", Inner())};
  // LEAF: call_module
  torch::Tensor forward(torch::Tensor x) { return inner(x); }
};
