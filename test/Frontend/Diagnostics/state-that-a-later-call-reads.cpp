// State that forward changes and a later call reads is an error that names the write and the read,
// however it is spelled: members, statics, captures, elements, through references and pointers.
// RUN: not fx-clang-trace %s --root=Counter -o %t.out -- 2>&1 | FileCheck %s --check-prefix=COUNTER
// RUN: not ls %t.out
// RUN: not fx-clang-trace %s --root=Static -- 2>&1 | FileCheck %s --check-prefix=STATIC
// RUN: not fx-clang-trace %s --root=Capture -- 2>&1 | FileCheck %s --check-prefix=CAPTURE
// RUN: not fx-clang-trace %s --root=Element -- 2>&1 | FileCheck %s --check-prefix=ELEMENT
// RUN: not fx-clang-trace %s --root=Hidden -- 2>&1 | FileCheck %s --check-prefix=HIDDEN
// RUN: not fx-clang-trace %s --root=OtherMode -- 2>&1 | FileCheck %s --check-prefix=MODE
#include <torch/torch.h>
struct Counter : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    // COUNTER: state-that-a-later-call-reads.cpp:[[@LINE+1]]:{{[0-9]+}}: error: forward changes the member 'calls' here, and a later call reads it: a graph is one call that starts from the state that the constructor left
    ++calls;
    // COUNTER: state-that-a-later-call-reads.cpp:[[@LINE+1]]:{{[0-9]+}}: note: the condition of this 'if'
    if (calls > 3) x = x + 1;
    // COUNTER: note: register a buffer and change it in place (copy_, add_), or take the state as a parameter of forward and return the new one
    return x;
  }
  int calls = 0;
};
struct Static : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    // STATIC: [[@LINE+1]]:{{[0-9]+}}: error: forward changes the variable 'first' here, and a later call reads it
    static torch::Tensor first = x;
    return x - first;
  }
};
struct Capture : torch::nn::Module {
  Capture() {
    int n = 0;
    // CAPTURE: [[@LINE+1]]:{{[0-9]+}}: error: forward changes what a lambda has captured here
    step = [n](torch::Tensor x) mutable { return x * ++n; };
  }
  torch::Tensor forward(torch::Tensor x) { return step(x); }
  std::function<torch::Tensor(torch::Tensor)> step;
};
struct Element : torch::nn::Module {
  static void count(int* hits) { *hits += 1; }
  torch::Tensor forward(torch::Tensor x) {
    count(&hits[1]);
    return x * hits[1];
  }
  // ELEMENT: error: forward changes an element of the member 'hits' here
  std::array<int, 3> hits{{0, 0, 0}};
};
struct Hidden : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    // HIDDEN: [[@LINE+1]]:{{[0-9]+}}: error: forward changes the member 'hidden' here
    hidden = hidden.defined() ? torch::tanh(x + hidden) : x;
    return hidden;
  }
  torch::Tensor hidden;
};
// What train mode changes, evaluation may read.
struct OtherMode : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    // MODE: [[@LINE+1]]:{{[0-9]+}}: error: forward changes the member 'trained' here
    if (is_training()) trained = true;
    return trained ? x * 2 : x;
  }
  bool trained = false;
};
