// What functions of C's library return: numbers of the width that they have, of bytes as they stand.
// RUN: fx-clang-trace %s -- | FileCheck %s
#include <torch/torch.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

struct NetImpl : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    // How many characters were printed.
    x = x + std::printf("abc %d", 42);
    // CHECK: operator.add](args = (%x, 6)
    // Beyond what a double holds exactly.
    x = x + (std::labs(-9007199254740993L) == 9007199254740993L);
    // CHECK: operator.add](args = ({{.*}}, True)
    // Three bytes of four, which are equal.
    int a = 0x01000000;
    int b = 0;
    x = x + std::memcmp(&a, &b, 3);
    // CHECK: operator.add](args = ({{.*}}, 0)
    x = x + static_cast<int64_t>(std::string().max_size());
    // CHECK: operator.add](args = ({{.*}}, 4611686018427387903)
    return x;
  }
};
TORCH_MODULE(Net);
