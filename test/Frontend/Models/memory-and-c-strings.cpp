// memcpy, memmove, memset, strlen, strcmp and strncmp do what they do where the bytes are known.
// RUN: fx-clang-trace %s --root=Net --emit=fx -- | FileCheck %s
// RUN: not fx-clang-trace %s --root=Partly -- 2>&1 | FileCheck %s --check-prefix=PARTLY
#include <cstring>
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    int values[4] = {1, 2, 3, 4};
    std::memmove(values + 1, values, 3 * sizeof(int));
    // CHECK: operator.add](args = (%x, 1123)
    x = x + (values[0] * 1000 + values[1] * 100 + values[2] * 10 + values[3]);
    double zeros[2];
    std::memset(zeros, 0, sizeof zeros);
    int64_t sizes[2] = {0, 0};
    int64_t known[2] = {x.size(0), 5};
    std::memcpy(sizes, known, sizeof sizes);
    // CHECK: %size : {{.*}} = call_method[target=size]
    // CHECK: operator.mul](args = ({{.*}}, %size)
    x = x * sizes[0] + zeros[1];
    char word[8] = "layer";
    word[5] = '1';
    // CHECK: operator.add](args = ({{.*}}, 16)
    return x +
           static_cast<int64_t>(std::strlen(word) + (std::strcmp(word, "layer1") == 0 ? 10 : 0) +
                                (std::strncmp(word, "lay", 3) == 0 ? 0 : 100));
  }
};

struct Partly : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    int values[4] = {1, 2, 3, 4};
    // PARTLY: error: copying this memory is not supported yet
    std::memcpy(values, "abcdefg", 7);
    return x + values[0];
  }
};
