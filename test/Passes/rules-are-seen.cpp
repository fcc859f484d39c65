// Rules are a pass like any other: printed before and after, as what they changed, and timed.
// RUN: %fx-clang-trace %s --rules=%S/../Inputs/rules.cpp --print-changed -o /dev/null -- 2>&1 | FileCheck %s --check-prefix=CHANGED
// RUN: %fx-clang-trace %s --rules=%S/../Inputs/rules.cpp --passes=dce --print-before=rules --print-after=rules -o /dev/null -- 2>&1 | FileCheck %s --check-prefix=PRINT
// RUN: %fx-clang-trace %s --rules=%S/../Inputs/rules.cpp --passes=dce --print-after-all -o /dev/null -- 2>&1 | FileCheck %s --check-prefix=ALL
// RUN: %fx-clang-trace %s --rules=%S/../Inputs/rules.cpp --passes=dce --time-passes -o /dev/null -- 2>&1 | FileCheck %s --check-prefix=TIME

// CHANGED: // rules changed:
// CHANGED: {{^-}} {{.*}}torch.relu
// CHANGED: {{^\+}} {{.*}}torch._C._nn.gelu

// PRINT:     // before rules
// PRINT:     torch.relu
// PRINT:     // after rules
// PRINT-NOT: torch.relu
// PRINT-NOT: // before dce

// ALL: // after rules
// ALL: // after dce

// TIME:     Pass execution timing report
// TIME-DAG: {{ }}rules
// TIME-DAG: {{ }}dce

#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) { return torch::relu(x); }
};
