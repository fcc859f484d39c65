// A local variable that stands for a parameter or buffer may be given another tensor: the model keeps
// its own. Only the member itself may not be replaced.
// RUN: fx-clang-trace %s --root=Local --emit=fx -- 2>&1 | FileCheck %s
// RUN: fx-clang-trace %s --root=Local --verify --input x=3x4 -- 2>&1 | FileCheck %s --check-prefix=VERIFIED
// RUN: not fx-clang-trace %s --root=Reference -- 2>&1 | FileCheck %s --check-prefix=REFERENCE
#include <torch/torch.h>

struct Local : torch::nn::Module {
  Local() {
    weight = register_parameter("weight", torch::randn({4, 4}));
    scale = register_buffer("scale", torch::ones({4}));
  }
  static torch::Tensor transposed(torch::Tensor w) {
    w = w.t();
    return w;
  }
  torch::Tensor forward(torch::Tensor x) {
    // CHECK: %relu : {{.*}}torch.relu](args = (%weight,)
    auto w = weight;
    w = torch::relu(w);
    std::vector<torch::Tensor> parts{scale, weight};
    // CHECK: %mul : {{.*}}operator.mul](args = (%scale, 2)
    parts[0] = parts[0] * 2;
    auto parameters = named_parameters();
    auto& own = parameters["weight"];
    // CHECK: %add : {{.*}}operator.add](args = (%weight, 1)
    own = own + 1;
    return torch::mm(x, w) * parts[0] + torch::mm(x, transposed(weight)) + torch::mm(x, own);
  }
  torch::Tensor weight, scale;
};
// VERIFIED: eval: the same in 2 calls
// VERIFIED: train: the same in 2 calls

struct Reference : torch::nn::Module {
  Reference() { weight = register_parameter("weight", torch::randn({4, 4})); }
  torch::Tensor forward(torch::Tensor x) {
    auto& w = weight;
    // REFERENCE: :[[@LINE+1]]:7: error: forward replaces a registered tensor: {{.*}} [forward-replaces-a-tensor]
    w = torch::relu(w);
    return torch::mm(x, w);
  }
  torch::Tensor weight;
};
