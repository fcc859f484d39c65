// A text that grows without end is given up before it fills the memory.
// RUN: not fx-clang-trace %s --emit=fx -- 2>&1 | FileCheck %s
#include <torch/torch.h>

#include <string>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    std::string text = "ab";
    for (int i = 0; i < 60; ++i)
      // CHECK: text-that-doubles.cpp:[[# @LINE + 1]]:{{[0-9]+}}: error: this string has more characters than the tracer keeps
      text += text;
    return x + static_cast<int>(text.size());
  }
};
