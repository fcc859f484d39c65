// --assume says what an expression of the source is where that cannot be known; spaces do not count.
// RUN: not fx-clang-trace %s -- 2>&1 | FileCheck %s --check-prefix=ERROR
// RUN: fx-clang-trace %s --assume='config.depth=2' --assume='x.size( 1 )=16' --emit=fx -- 2>&1 | FileCheck %s
// RUN: fx-clang-trace %s --assume='config.depth=1' --assume='x.size(1)=16' --assume='width=3' --assume='y=1' --emit=fx -- 2>&1 | FileCheck %s --check-prefix=USED
// RUN: not fx-clang-trace %s --assume='config.depth=2.5' -- 2>&1 | FileCheck %s --check-prefix=TYPE
// RUN: not fx-clang-trace %s --assume='config.depth="two"' -- 2>&1 | FileCheck %s --check-prefix=TYPE
// RUN: not fx-clang-trace %s --assume='config.depth' -- 2>&1 | FileCheck %s --check-prefix=UNREAD
#include <fstream>
#include <torch/torch.h>

struct Config {
  int depth = 0;
};
Config read_config(const char* file) {
  Config config;
  std::ifstream(file) >> config.depth;
  return config;
}

struct Net : torch::nn::Module {
  Net() {
    auto config = read_config("net.cfg");
    int width = 4; // known: an assumption does not change it
    // ERROR: assume.cpp:[[@LINE+4]]:{{[0-9]+}}: error: the condition of this loop needs a value that is not known
    // ERROR: note: the result of {{.*}} is not known
    // ERROR: note: say what it is with --assume='config.depth=<value>'
    // TYPE: assume.cpp:[[@LINE+1]]:{{[0-9]+}}: error: --assume says that 'config.depth' is {{2.5|"two"}}, which is no value of int
    for (int i = 0; i < config.depth; ++i)
      layers->push_back(torch::nn::Linear(width, width));
    register_module("layers", layers);
  }
  torch::Tensor forward(torch::Tensor x) {
    if (x.size(1) > 8) x = torch::relu(x);
    return layers->forward(x);
  }
  torch::nn::Sequential layers;
};
// CHECK: torch.relu](args = (%x,)
// CHECK-NEXT: %layers_0
// CHECK-NEXT: %layers_1
// CHECK-NEXT: return layers_1

// Nothing reads y; width is 4 whatever is assumed.
// USED: remark: --assume: nothing that was traced reads 'y'
// USED: return layers_0

// UNREAD: error: --assume='config.depth' cannot be read: write an expression as it stands in the source
