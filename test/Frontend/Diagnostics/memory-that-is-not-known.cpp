// Writes through unknown pointers, values never given, pointers that leave their array, shifts that
// C++ does not define and endless allocation are errors.
// RUN: not fx-clang-trace %s --root=Unknown -- 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// RUN: not fx-clang-trace %s --root=Never -- 2>&1 | FileCheck %s --check-prefix=NEVER
// RUN: not fx-clang-trace %s --root=Leaves -- 2>&1 | FileCheck %s --check-prefix=LEAVES
// RUN: not fx-clang-trace %s --root=Shift -- 2>&1 | FileCheck %s --check-prefix=SHIFT
// RUN: not fx-clang-trace %s --root=Endless -- 2>&1 | FileCheck %s --check-prefix=ENDLESS
#include <torch/torch.h>

int* somewhere();

struct Unknown : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    // UNKNOWN: :[[@LINE+1]]:{{.*}} error: this writes through a pointer that is not known
    *somewhere() = 3;
    return x;
  }
};

struct Never : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    int count;
    // NEVER: :[[@LINE+1]]:{{.*}} error: 'count' was never initialised
    return x * (count + 1);
  }
};

struct Leaves : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    int values[2] = {1, 2};
    // LEAVES: :[[@LINE+1]]:{{.*}} error: this pointer leaves its array, which has 2 elements
    return x * *(values + 3);
  }
};

struct Shift : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    int by = 32;
    // SHIFT: :[[@LINE+1]]:{{.*}} error: a shift by 32 of a number of 32 bits is undefined
    return x * (1 << by);
  }
};

struct Node {
  int values[4096];
  Node* next;
};

struct Endless : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    Node* head = nullptr;
    while (true) {
      // ENDLESS: error: gave up: the program holds millions of objects by now
      Node* node = new Node{};
      node->next = head;
      head = node;
    }
    return x;
  }
};
