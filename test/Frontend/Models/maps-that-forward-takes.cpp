// Whether a map that forward takes has a key is known when the model runs; --assume says it.
// RUN: not fx-clang-trace %s -- 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// RUN: fx-clang-trace %s --assume='in.count("mask")=1' --assume='in.find("bias")!=in.end()=false' --emit=fx -- 2>/dev/null | FileCheck %s
#include <torch/torch.h>

#include <map>
#include <string>

struct Net : torch::nn::Module {
  torch::Tensor forward(std::map<std::string, torch::Tensor> in) {
    auto x = in["x"];
    // UNKNOWN: :[[@LINE+2]]:{{[0-9]+}}: error: the condition of this 'if' needs a value
    // UNKNOWN: note: what is in this map is known only when the model runs
    if (in.count("mask")) x = x * in["mask"];
    if (in.find("bias") != in.end()) x = x + in.at("bias");
    // CHECK: operator.getitem](args = (%in_1, x)
    // CHECK: operator.getitem](args = (%in_1, mask)
    // CHECK-NOT: bias
    // An iterator that is followed names an element.
    // CHECK: operator.getitem](args = (%in_1, scale)
    return x * in.find("scale")->second;
  }
};
