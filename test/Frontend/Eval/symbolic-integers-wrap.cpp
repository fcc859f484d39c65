// A symbolic number that a narrower or unsigned type may not hold wraps in the graph as in C++.
// RUN: fx-clang-trace %s --emit=fx -- | FileCheck %s
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    // CHECK: %size : {{.*}} = call_method[target=size](args = (%x, 0)
    // CHECK: %and_ : {{.*}} = call_function[target=operator.and_](args = (%size, 255)
    uint8_t byte = x.size(0);
    // CHECK: %size_1 : {{.*}} = call_method[target=size](args = (%x, 1)
    // CHECK: %and__1 : {{.*}} = call_function[target=operator.and_](args = (%size_1, 65535)
    // CHECK: call_function[target=operator.xor](args = (%and__1, 32768)
    // CHECK: call_function[target=operator.sub](args = (%xor, 32768)
    int16_t both = x.size(1);
    // CHECK: %size_2 : {{.*}} = call_method[target=size](args = (%x, 2)
    // CHECK-NOT: operator.and_
    // CHECK: call_function[target=operator.add](args = (%size_2, 1)
    int kept = x.size(2) + 1;
    // CHECK: %mul : {{.*}} = call_function[target=operator.mul](args = ({{.*}}, 2654435761)
    // CHECK: call_function[target=operator.and_](args = (%mul, 4294967295)
    uint32_t hash = static_cast<uint32_t>(kept) * 2654435761u;
    // CHECK: %sub_1 : {{.*}} = call_function[target=operator.sub](args = (%and_, 1)
    // CHECK: call_function[target=operator.and_](args = (%sub_1, 255)
    byte -= 1;
    return x * byte + both + static_cast<double>(hash);
  }
};
