// What a rule cannot bring: a module in a pattern, one whose options the place decides, a container, a class of
// the rule's own. Code that does not see members of the model is left alone.
// RUN: split-file %s %t
// RUN: not fx-clang-trace %t/net.cpp --root=Net --rules=%t/pattern.cpp -- 2>&1 | FileCheck %s --check-prefix=PATTERN
// RUN: not fx-clang-trace %t/net.cpp --root=Net --rules=%t/options.cpp -- 2>&1 | FileCheck %s --check-prefix=OPTIONS
// RUN: not fx-clang-trace %t/net.cpp --root=Net --rules=%t/container.cpp -- 2>&1 | FileCheck %s --check-prefix=CONTAINER
// RUN: not fx-clang-trace %t/net.cpp --root=Net --rules=%t/own.cpp -- 2>&1 | FileCheck %s --check-prefix=OWN
// RUN: %fx-clang-trace %t/net.cpp --root=Net --rules=%t/helper.cpp --rewrite -- 2>&1 | FileCheck %s --check-prefix=HELPER
// PATTERN: pattern.cpp:3:15: error: the pattern makes a 'torch::nn::PReLU': a pattern that is to match modules takes one as a parameter [pattern-makes-a-module]
// OPTIONS: options.cpp:6:15: error: 'init' of this 'torch::nn::PReLU' comes from what the pattern matched: a module that a replacement makes is told literals alone [rule-option-of-a-place]
// CONTAINER: container.cpp:7:78: error: this 'torch::nn::Linear' is part of a module that the rule makes: a replacement makes modules of torch::nn by themselves alone [rule-makes-a-part]
// OWN: own.cpp:{{.*}}: error: this 'torch::nn::Linear' is part of a module that the rule makes
// HELPER: rule 'r' applied in 0 places

//--- net.cpp
#include <torch/torch.h>

torch::Tensor helper(torch::Tensor x) {
  return torch::leaky_relu(x, 0.1);
}

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) { return helper(fc(x)); }
  torch::nn::Linear fc{register_module("fc", torch::nn::Linear(8, 8))};
};

//--- pattern.cpp
#include <torch/torch.h>
namespace r {
torch::Tensor pattern(torch::Tensor x) {
  return torch::nn::PReLU()(x);
}
torch::Tensor replacement(torch::Tensor x) {
  return torch::relu(x);
}
} // namespace r

//--- options.cpp
#include <torch/torch.h>
namespace r {
torch::Tensor pattern(torch::Tensor x, double slope) {
  return torch::leaky_relu(x, slope);
}
torch::Tensor replacement(torch::Tensor x, double slope) {
  return torch::nn::PReLU(torch::nn::PReLUOptions().init(slope))(x);
}
} // namespace r

//--- container.cpp
#include <torch/torch.h>
namespace r {
torch::Tensor pattern(torch::Tensor x) {
  return torch::relu(x);
}
torch::Tensor replacement(torch::Tensor x) {
  return torch::nn::Sequential(torch::nn::Linear(8, 8), torch::nn::PReLU())->forward(x);
}
} // namespace r

//--- own.cpp
#include <torch/torch.h>
namespace r {
struct GateImpl : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) { return fc(x); }
  torch::nn::Linear fc{register_module("fc", torch::nn::Linear(8, 8))};
};
TORCH_MODULE(Gate);
torch::Tensor pattern(torch::Tensor x) {
  return torch::relu(x);
}
torch::Tensor replacement(torch::Tensor x) {
  return Gate()(x);
}
} // namespace r

//--- helper.cpp
#include <torch/torch.h>
namespace r {
torch::Tensor pattern(torch::Tensor x, double slope) {
  return torch::leaky_relu(x, slope);
}
torch::Tensor replacement(torch::Tensor x) {
  return torch::nn::PReLU()(x);
}
} // namespace r
