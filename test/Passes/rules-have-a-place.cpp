// Rules run where the pipeline says `rules`, all or one by its name; before the first pass where it does not.
// RUN: %fx-clang-trace %s --rules=%S/../Inputs/rules.cpp --passes=cse -- | FileCheck %s --check-prefix=FIRST
// RUN: %fx-clang-trace %s --rules=%S/../Inputs/rules.cpp --passes=cse,rules -- | FileCheck %s --check-prefix=BEHIND
// RUN: %fx-clang-trace %s --rules=%S/../Inputs/rules.cpp '--passes=cse,fixpoint(rules<name=sum_to_product>)' -- | FileCheck %s --check-prefix=ONE
// RUN: %fx-clang-trace %s --rules=%S/../Inputs/rules.cpp --passes=cse,rules --verify-each -- | FileCheck %s --check-prefix=BEHIND
// RUN: not %fx-clang-trace %s --rules=%S/../Inputs/rules.cpp '--passes=rules<name=other>' -- 2>&1 | FileCheck %s --check-prefix=NO-RULE
// RUN: not %fx-clang-trace %s --passes=rules -- 2>&1 | FileCheck %s --check-prefix=NO-FILE

// The sum is one of a value with itself only when the two calls were merged.
// FIRST:     torch._C._nn.gelu
// FIRST:     operator.add
// BEHIND:     torch._C._nn.gelu
// BEHIND-NOT: operator.add
// BEHIND:     operator.mul
// ONE:     torch.relu
// ONE:     operator.mul
// NO-RULE: error: there is no rule 'other'
// NO-RULE: note: the rules: relu_to_gelu, sum_to_product, slope, twice, tanh_of_sum
// NO-FILE: error: there are no rules to apply: fx-clang-trace reads them with --rules=file.cpp

#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) { return torch::relu(x) + torch::relu(x); }
};
