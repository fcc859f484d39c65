// Every node that --input reaches has its shape, dtype and strides, as LibTorch's kernels give them.
// RUN: fx-clang-trace %s --input x=2x3x8x6 --input ids=2x5:int64 --print-meta -- | FileCheck %s
#include <torch/torch.h>

namespace F = torch::nn::functional;

struct NetImpl : torch::nn::Module {
  NetImpl() {
    register_module("conv", conv);
    register_module("words", words);
    scale = register_parameter("scale", torch::ones({4, 1, 1}));
  }
  torch::Tensor forward(torch::Tensor x, torch::Tensor ids) {
    // CHECK: %conv : {{.*}} tensor_meta: {"shape": (2, 4, 4, 3), "dtype": torch.float32, "stride": (48, 12, 3, 1)}
    // CHECK: %scale : {{.*}} tensor_meta: {"shape": (4, 1, 1), "dtype": torch.float32
    auto y = conv->forward(x) * scale;
    // CHECK: %interpolate : {{.*}} tensor_meta: {"shape": (2, 4, 8, 6), "dtype": torch.float32
    y = F::interpolate(y, F::InterpolateFuncOptions().size(std::vector<int64_t>{8, 6}));
    // CHECK: %transpose : {{.*}} tensor_meta: {"shape": (2, 4, 6, 8), "dtype": torch.float32, "stride": (192, 48, 1, 6)}
    y = y.transpose(2, 3);
    // CHECK: %words : {{.*}} tensor_meta: {"shape": (2, 5, 7), "dtype": torch.float32
    auto w = words->forward(ids);
    // CHECK: %argmax : {{.*}} tensor_meta: {"shape": (2, 5), "dtype": torch.int64
    auto best = w.argmax(-1);
    // An int says how many parts, a list where to cut.
    // CHECK: %tensor_split :
    // CHECK-NEXT: %getitem : {{.*}} tensor_meta: {"shape": (2, 4, 6, 4), "dtype": torch.float32
    auto halves = y.tensor_split(2, 3);
    y = y + halves[0].mean();
    // CHECK: %tensor_split_1 :
    // CHECK-NEXT: %getitem_1 : {{.*}} tensor_meta: {"shape": (2, 4, 6, 2), "dtype": torch.float32
    y = y + y.tensor_split({2, 3}, 3)[0].mean();
    // CHECK: %to : {{.*}} tensor_meta: {"shape": (2, 5), "dtype": torch.float64
    return y.mean() + best.to(torch::kDouble).sum();
  }
  torch::nn::Conv2d conv{torch::nn::Conv2dOptions(3, 4, 3).stride(2).padding(1)};
  torch::nn::Embedding words{100, 7};
  torch::Tensor scale;
};
TORCH_MODULE(Net);
