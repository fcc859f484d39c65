// A file need not compile as a whole: what is traced has to, and one line tells what was passed over.
// RUN: fx-clang-trace %s --root=Net --emit=fx -- 2>&1 | FileCheck %s
// CHECK: remark: the trace goes on without what is declared in 'no/such/plot.h', which was not found [header-not-found]
// CHECK: remark: passed over 3 errors outside of what is traced, the first: {{.*}}errors-outside-are-passed-over.cpp:[[@LINE+11]]:17: error: use of undeclared identifier 'plt'
// CHECK: %relu : [num_users=1] = call_function[target=torch.relu](args = (%x,), kwargs = {})
// A root that needs one of them is not traced, and Clang's message says why.
// RUN: not fx-clang-trace %s --root=Broken -- 2>&1 | FileCheck %s --check-prefix=BODY
// RUN: not fx-clang-trace %s --root=BrokenMember -- 2>&1 | FileCheck %s --check-prefix=MEMBER
#include <torch/torch.h>

#include "no/such/plot.h"

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) { return torch::relu(x); }
  void plot() { plt::figure(); }
};

struct Broken : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    // Clang recovers by leaving the statement out.
    // BODY: errors-outside-are-passed-over.cpp:[[@LINE+2]]:{{[0-9]+}}: error: expected ')'
    // BODY: note: what does not compile cannot be traced, and the model needs this
    x = torch::relu(x;
    return x;
  }
};

// MEMBER: errors-outside-are-passed-over.cpp:[[@LINE+2]]:3: error: unknown type name 'Unknown'
struct BrokenMember : torch::nn::Module {
  Unknown unknown;
  torch::Tensor forward(torch::Tensor x) { return x; }
};
