// --strict refuses a model of which the graph lacks state, weights or what a call does.
// RUN: not fx-clang-trace %s --root=State --strict -o %t.out -- 2>&1 | FileCheck %s --check-prefix=STATE
// RUN: not ls %t.out
// RUN: not fx-clang-trace %s --root=Weights --strict -- 2>&1 | FileCheck %s --check-prefix=WEIGHTS
// RUN: not fx-clang-trace %s --root=Opaque --strict -- 2>&1 | FileCheck %s --check-prefix=OPAQUE
// RUN: fx-clang-trace %s --root=Opaque --strict --wrap=blend --emit=fx -- | FileCheck %s --check-prefix=WRAPPED
// RUN: fx-clang-trace %s --root=Whole --strict --emit=fx -- 2>&1 | FileCheck %s --check-prefix=WHOLE
#include <torch/torch.h>

struct State : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    // STATE: strict.cpp:[[@LINE+1]]:{{[0-9]+}}: error: forward changes the member 'last': no later call reads it, and the graph does not keep it
    last = x * 2;
    // STATE: strict.cpp:[[@LINE+1]]:{{[0-9]+}}: error: forward changes the member 'calls': no later call reads it
    ++calls;
    return last;
  }
  // STATE: note: --strict makes errors of these
  int calls = 0;
  torch::Tensor last;
};

struct Weights : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    // WEIGHTS: strict.cpp:[[@LINE+1]]:{{[0-9]+}}: error: 'hidden' was never registered
    return hidden(x);
  }
  torch::nn::Linear hidden{3, 4};
};

torch::Tensor blend(torch::Tensor x);
struct Opaque : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    // OPAQUE: strict.cpp:[[@LINE+2]]:{{[0-9]+}}: error: 'blend' has no body in this file: it stays one opaque call
    // WRAPPED: call_function[target=blend]
    return blend(x);
  }
};

// What is put back, and what only prints, is no loss.
struct Whole : torch::nn::Module {
  Whole() { register_module("hidden", hidden); }
  torch::Tensor forward(torch::Tensor x) {
    // WHOLE: remark: taken to be
    TORCH_CHECK(x.size(0) > 2);
    ++depth;
    x = hidden(x);
    --depth;
    // WHOLE: return hidden
    return x;
  }
  int depth = 0;
  torch::nn::Linear hidden{3, 4};
};
