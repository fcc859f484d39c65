// `// fx: exact` above a pattern, or above a rule: it matches its own spelling alone.
// RUN: rm -rf %t && split-file %s %t
// RUN: fx-clang-trace %t/net.cpp --root=net --rules=%t/pattern.cpp -- 2>&1 | FileCheck %t/net.cpp
// RUN: fx-clang-trace %t/net.cpp --root=net --rules=%t/rule.cpp -- 2>&1 | FileCheck %t/net.cpp

//--- net.cpp
#include <torch/torch.h>
torch::Tensor net(torch::Tensor x) {
  // CHECK: rule 'to_gelu' applied in 1 place: 1 of .relu()
  // CHECK: call_function[target=torch.relu]
  // CHECK: gelu
  return torch::relu(x) + x.relu();
}

//--- pattern.cpp
#include <torch/torch.h>
namespace to_gelu {
// fx: exact
torch::Tensor pattern(torch::Tensor x) {
  return x.relu();
}
torch::Tensor replacement(torch::Tensor x) {
  return torch::gelu(x);
}
} // namespace to_gelu

//--- rule.cpp
#include <torch/torch.h>
// fx: exact
namespace to_gelu {
torch::Tensor pattern(torch::Tensor x) {
  return x.relu();
}
torch::Tensor replacement(torch::Tensor x) {
  return torch::gelu(x);
}
} // namespace to_gelu
