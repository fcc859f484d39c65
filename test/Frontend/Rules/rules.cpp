// Rules in C++: spellings, wildcards, numbers that bind, modules of any options, a condition.
// RUN: %fx-clang-trace %s --rules=%S/Inputs/rules.cpp --mode=eval --emit=fx -- 2> %t.err | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARK < %t.err

#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::nn::Dropout dropout = register_module("dropout", torch::nn::Dropout(0.3));
  torch::nn::Linear fc = register_module("fc", torch::nn::Linear(4, 4));
  torch::Tensor forward(torch::Tensor x) {
    // CHECK: get_attr[target=fc.weight]
    // CHECK: call_function[target=torch.matmul](args = (%x, %fc_weight)
    // CHECK-NOT: call_module
    x = torch::tanh(dropout(fc(x)));
    // CHECK: call_function[target=torch._C._nn.avg_pool2d](args = (%tanh, 2)
    // CHECK: call_function[target=torch.max_pool2d](args = (%avg_pool2d, 3)
    x = torch::max_pool2d(torch::max_pool2d(x, 2), 3);
    // CHECK: call_function[target=torch._C._nn.silu]
    x = x.sigmoid() * x;
    // CHECK: %[[SCALED:.*]] : {{.*}} call_function[target=operator.mul](args = (%silu, 1.5)
    // CHECK: call_function[target=torch.relu](args = (%[[SCALED]],)
    x = x.relu() * 1.5;
    // A sum of tensors is what the rule is about, and not a sum of sizes.
    // CHECK: call_function[target=torch.add]
    // CHECK: %[[SUM:.*]] : {{.*}} call_function[target=operator.add](args = (%size, %size_1)
    // CHECK: call_method[target=view](args = ({{.*}}, %[[SUM]])
    return (x + x).view(x.size(0) + x.size(1));
  }
};
// REMARK: remark: rule 'linear_as_matmul' applied in 1 place
// REMARK: remark: rule 'no_dropout' applied in 1 place
// REMARK: remark: rule 'small_pool' applied in 1 place
// REMARK: remark: rule 'swish' applied in 1 place
// REMARK: remark: rule 'scaled' applied in 1 place
// REMARK: remark: rule 'sum' applied in 1 place
