// A number that forward changes and a later call reads is an error, which names --state=buffers where
// that keeps it; where it decides, the option does not help, and its error says why.
// RUN: not fx-clang-trace %s --root=Counts -- 2>&1 | FileCheck %s
// RUN: not fx-clang-trace %s --root=Decides -- 2>&1 | FileCheck %s --check-prefix=DECIDES
// RUN: not fx-clang-trace %s --root=Decides --state=buffers -- 2>&1 | FileCheck %s --check-prefix=KEPT
// RUN: not fx-clang-trace %s --root=Wide --state=buffers -- 2>&1 | FileCheck %s --check-prefix=WIDE
// RUN: not fx-clang-trace %s --root=Doubles --state=buffers -- 2>&1 | FileCheck %s --check-prefix=DOUBLES
// RUN: not fx-clang-trace %s --state=keep -- 2>&1 | FileCheck %s --check-prefix=OPTION
#include <torch/torch.h>

struct Counts : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: forward changes the member 'calls' here, and a later call reads it
    ++calls;
    // CHECK: :[[@LINE+1]]:{{[0-9]+}}: note: this argument of an operator needs a value that is not known
    return x * calls;
    // CHECK: note: --state=buffers keeps the member 'calls' in a buffer that is in no state dict
  }
  int calls = 0;
};

struct Decides : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    // DECIDES: :[[@LINE+4]]:{{[0-9]+}}: error: forward changes the member 'calls' here, and a later call reads it
    // DECIDES-NOT: --state=buffers
    // KEPT: :[[@LINE+2]]:{{[0-9]+}}: error: the condition of this 'if' depends on a tensor's value
    // KEPT: :[[@LINE+1]]:{{[0-9]+}}: note: forward changes the member 'calls' here, and --state=buffers keeps it: each call finds a number there that only a run of the model knows; what decides by it can be a parameter of forward
    if (++calls > 2) return x;
    return x + 1;
  }
  int calls = 0;
};

struct Wide : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    // WIDE: :[[@LINE+1]]:{{[0-9]+}}: error: this may need more than 64 bits
    hash = hash * 1099511628211ULL;
    return x * static_cast<int64_t>(hash % 7);
  }
  uint64_t hash = 3;
};

struct Doubles : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    auto y = x * static_cast<double>(size);
    // DOUBLES: :[[@LINE+1]]:{{[0-9]+}}: error: forward changes the member 'size' here, and a later call reads it
    size *= 2;
    // DOUBLES: note: the graph cannot keep it in a buffer of its own: how far it counts in 64 unsigned bits is not known
    return y;
  }
  size_t size = 1;
};

// OPTION: error: --state=keep is unknown; one of: error, buffers
