// --root is any C++ expression, checked by Clang: constructor call, holder, make_shared, name.
// RUN: fx-clang-trace %s --root='Net({1, 2}, 3)' --emit=fx -- | FileCheck %s
// RUN: fx-clang-trace %s --root='std::make_shared<NetImpl>(std::vector<int>{1, 2}, 3)' --emit=fx -- | FileCheck %s
// RUN: fx-clang-trace %s --root=models::twice --emit=fx -- | FileCheck %s --check-prefix=FUNCTION
#include <torch/torch.h>

struct NetImpl : torch::nn::Module {
  NetImpl(std::vector<int> sizes, int out) {
    fc = register_module("fc", torch::nn::Linear(sizes[1], out));
  }
  torch::Tensor forward(torch::Tensor x) { return fc(x); }
  torch::nn::Linear fc{nullptr};
};
TORCH_MODULE(Net);
namespace models {
torch::Tensor twice(torch::Tensor x) {
  return x * 2;
}
} // namespace models

// CHECK: call_module[target=fc]
// FUNCTION: operator.mul](args = (%x, 2)
