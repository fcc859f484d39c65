// What is traced may be private or protected, as is what makes the model: whoever calls it is in the class.
// REQUIRES: libtorch
// RUN: fx-clang-trace %s --root=Hidden --verify=eval --input x=2x4 -- 2>&1 | FileCheck %s
// RUN: fx-clang-trace %s --root=Inherited --method=encode --verify=eval --input x=2x4 -- 2>&1 | FileCheck %s
// RUN: rm -rf %t && mkdir %t && echo '[{"directory": "%t", "file": "%s", "command": "g++ -std=c++17 %s"}]' > %t/compile_commands.json
// RUN: fx-clang-trace %s -p %t --root=Hidden --verify=eval --input x=2x4 2>&1 | FileCheck %s
#include <torch/torch.h>

class HiddenImpl : public torch::nn::Module {
public:
  HiddenImpl() { fc = register_module("fc", torch::nn::Linear(4, 3)); }

private:
  torch::Tensor forward(torch::Tensor x) { return fc(x).relu(); }
  torch::nn::Linear fc{nullptr};
};
TORCH_MODULE(Hidden);

class InheritedImpl : public torch::nn::Module {
protected:
  torch::Tensor encode(torch::Tensor x) { return x.tanh(); }
};
TORCH_MODULE(Inherited);
// CHECK: eval: the same in 2 calls
