// ATen writes the functions of some methods by hand, and calls their first parameter otherwise than
// the schema does.
// RUN: fx-clang-trace %s -- | FileCheck %s
#include <torch/torch.h>

struct NetImpl : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    // CHECK: %conj : {{.*}}call_function[target=torch.conj](args = (%x,), kwargs = {})
    torch::Tensor y = torch::conj(x);
    // CHECK: {{.*}}call_method[target=size](args = (%x, 0), kwargs = {})
    // CHECK: {{.*}}call_method[target=stride](args = (%x, 1), kwargs = {})
    return y * torch::size(x, 0) * torch::stride(x, 1);
  }
};
TORCH_MODULE(Net);
