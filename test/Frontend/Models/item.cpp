// item() is a number that only a run knows: it flows into the graph; deciding with it is an error.
// RUN: fx-clang-trace %s --root=Net --emit=fx -- | FileCheck %s
// RUN: not fx-clang-trace %s --root=Branch -- 2>&1 | FileCheck %s --check-prefix=BRANCH
// RUN: fx-clang-trace %s --root=Branch "--assume=x.max().item<float>()>0=true" --emit=fx -- | FileCheck %s --check-prefix=ASSUMED
#include <torch/torch.h>

struct NetImpl : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    // CHECK: %item : [num_users=2] = call_method[target=item](args = (%max_1,), kwargs = {})
    auto limit = x.max().item();
    // CHECK: %neg : [num_users=1] = call_function[target=operator.neg](args = (%item,), kwargs = {})
    // CHECK: %clamp : [num_users=3] = call_function[target=torch.clamp](args = (%x, %neg, %item), kwargs = {})
    x = torch::clamp(x, -limit, limit);
    // CHECK: %item_1 : {{.*}}call_method[target=item]
    // CHECK: %mul : [num_users=1] = call_function[target=operator.mul](args = (%item_1, 0.5), kwargs = {})
    const double half = x.sum().item<double>() * 0.5;
    // CHECK: %item_2 : {{.*}}call_method[target=item]
    // CHECK: %int_1 : [num_users=1] = call_function[target=builtins.int](args = (%item_2,), kwargs = {})
    const auto count = x.argmax().item<int64_t>();
    return x * half + torch::ones({count});
  }
};
TORCH_MODULE(Net);

struct BranchImpl : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    // BRANCH: :[[@LINE+2]]:{{[0-9]+}}: error: the condition of this 'if' depends on a tensor's value
    // BRANCH: note: 'item' (item) comes from here
    if (x.max().item<float>() > 0) return torch::relu(x);
    return x;
  }
};
TORCH_MODULE(Branch);
// ASSUMED: torch.relu
