// A method, or a function object, that an earlier call of forward may have changed may change what a
// later call reads: an error that names the change.
// RUN: not fx-clang-trace %s --root=Methods -- 2>&1 | FileCheck %s --check-prefix=METHODS
// RUN: not fx-clang-trace %s --root=Functions -- 2>&1 | FileCheck %s --check-prefix=FUNCTIONS
// RUN: fx-clang-trace %s --root=Harmless -- 2>&1 | FileCheck %s --check-prefix=HARMLESS
#include <torch/torch.h>

#include <functional>
static int scale = 0;
struct Item {
  int uses = 0;
  void mark() {
    if (uses > 0) scale = 7;
    ++uses;
  }
  void count() { ++uses; }
};

struct Methods : torch::nn::Module {
  std::vector<Item> items;
  torch::Tensor forward(torch::Tensor x) {
    // METHODS: :[[@LINE+1]]:{{.*}} error: forward changes {{.*}} here, and a later call reads it
    items.push_back(Item{});
    scale = 1;
    items.front().mark();
    return x * scale;
  }
};

struct Functions : torch::nn::Module {
  std::function<void()> hook = [] {};
  torch::Tensor forward(torch::Tensor x) {
    int factor = 1;
    hook();
    // FUNCTIONS: :[[@LINE+1]]:{{.*}} error: forward changes {{.*}} here, and a later call reads it
    hook = [] { scale = 7; };
    return x * factor;
  }
};

struct Harmless : torch::nn::Module {
  std::vector<Item> items;
  torch::Tensor forward(torch::Tensor x) {
    // HARMLESS: :[[@LINE+1]]:{{.*}} remark: forward changes {{.*}}: no later call reads it
    items.push_back(Item{});
    items.front().count();
    return x * 2;
  }
};
