// memcpy of numbers copies elements; of anything else it is an error.
// RUN: fx-clang-trace %s --root=Net --emit=fx -- | FileCheck %s
// RUN: not fx-clang-trace %s --root=Split -- 2>&1 | FileCheck %s --check-prefix=SPLIT
#include <torch/torch.h>

#include <cstring>

struct NetImpl : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    const int from[4] = {1, 2, 3, 4};
    int to[3] = {7, 8, 9};
    std::memcpy(to, from + 1, 2 * sizeof(int));
    // CHECK: call_method[target=view](args = (%x, 2, 3, 9), kwargs = {})
    return x.view({to[0], to[1], to[2]});
  }
};
TORCH_MODULE(Net);

struct SplitImpl : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    double from = 1;
    int to[2];
    // SPLIT: :[[#@LINE+1]]:{{.*}} error: copying this memory is not supported yet
    std::memcpy(to, &from, sizeof(from));
    return x * to[0];
  }
};
TORCH_MODULE(Split);
