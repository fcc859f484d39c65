// An element of a list whose length is not known cannot get another value.
// RUN: not fx-clang-trace %s --emit=fx -- 2>&1 | FileCheck %s
// RUN: fx-clang-trace %s --emit=fx --input x=4x3 -- 2>&1 | FileCheck --check-prefix=KNOWN %s
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    auto parts = x.chunk(2, 0);
    auto& first = parts[0];
    first = first * 2;
    return torch::cat(parts, 0);
  }
};

// CHECK: [[@LINE-5]]:{{[0-9]+}}: error: an element of a list is given another value here, and how many elements the list has is not known
// CHECK: note: say it with an example of the inputs (--input), or put the new values into a list of your own
// KNOWN: torch.cat](args = ([%mul, %getitem
