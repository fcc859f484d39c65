// Names that Python spells otherwise are remarked, and keep their keys; TorchScript has none for them.
// RUN: fx-clang-trace %s --root=Net --emit=python -o %t.py -- 2>&1 | FileCheck %s --check-prefix=SAID
// RUN: FileCheck %s < %t.py
// RUN: fx-clang-trace %s --root=Net --emit=python --quiet -- 2>&1 | FileCheck %s --check-prefix=QUIET
// RUN: not fx-clang-trace %s --root=Net --emit=torchscript -- 2>&1 | FileCheck %s --check-prefix=SCRIPT
#include <torch/torch.h>

// SCRIPT: [[#@LINE+1]]:1: error: LibTorch cannot read an archive in which something is registered as 'def', a keyword [torchscript-name-is-keyword]
struct Net : torch::nn::Module {
  Net() {
    register_module("training", fc);
    weight = register_parameter("def", torch::ones(4));
  }
  torch::Tensor forward(torch::Tensor in, torch::Tensor x) { return fc(in) + weight * x; }
  torch::nn::Linear fc{4, 4};
  torch::Tensor weight;
};
// SAID: remark: the parameter 'in' is 'in_1' in Python, where its name is a keyword [python-parameter-renamed]
// SAID-NEXT: remark: 'def' is no plain attribute in Python, where the name has another use; its key in state_dict is kept [python-member-not-plain]
// SAID-NEXT: remark: 'training' is no plain attribute
// QUIET-NOT: remark

// CHECK: class ModuleWithSwitches(torch.nn.Module):
// CHECK: class Net(ModuleWithSwitches):
// CHECK: self.register_parameter("def", torch.nn.Parameter(ones))
// CHECK: self._modules["training"] = torch.nn.Linear(
// CHECK: def forward(self, in_1 : torch.Tensor, x : torch.Tensor)
// CHECK: saved = saved_tensors(path)
