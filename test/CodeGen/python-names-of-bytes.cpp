// Names that are not UTF-8 are what Python makes of such bytes, and a remark says so; C++ keeps the bytes.
// RUN: %fx-clang-trace %s --emit=python -o %t.py -- 2>&1 | FileCheck %s --check-prefix=SAID
// RUN: FileCheck %s < %t.py
// RUN: %fx-clang-trace %s --emit=cpp -- | FileCheck %s --check-prefix=CPP
// RUN: %fx-clang-trace %s --emit=dot -- | FileCheck %s --check-prefix=DOT
#include <torch/torch.h>

struct Net : torch::nn::Module {
  Net() {
    register_module("caf\xe9", fc);
    weight = register_parameter("\xffx", torch::ones(4));
  }
  torch::Tensor forward(torch::Tensor x) { return fc(x) * weight; }
  torch::nn::Linear fc{4, 4};
  torch::Tensor weight;
};
// SAID: remark: '\xffx' is '\udcffx' in Python, where names are text: {{.*}} [python-name-of-bytes]
// SAID: remark: 'caf\xe9' is 'caf\udce9' in Python
// CHECK: self.register_parameter("\udcffx", torch.nn.Parameter(ones))
// CHECK: self.add_module("caf\udce9", torch.nn.Linear(
// CHECK: getattr(self, "caf\udce9")(x)
// CHECK: self.append(self.read(size).decode("utf-8", "surrogateescape"))
// CHECK: saved = saved_tensors(path)
// CPP: register_parameter("{{.+}}x", ones)
// CPP: register_module("caf{{.+}}", torch::nn::Linear
// DOT: call_module caf\\xe9
