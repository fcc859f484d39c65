// The figures that torchinfo publishes for torchvision's ResNets.
// RUN: fx-clang-trace %s --root='ResNet({3, 4, 6, 3})' --input 1x3x224x224 --emit=summary -- | FileCheck %s
// RUN: fx-clang-trace %s --root='ResNet({3, 8, 36, 3})' --input 1x3x224x224 --emit=summary -- | FileCheck %s --check-prefix=R152
#include <torch/torch.h>

using namespace torch::nn;

Conv2d conv(int64_t in, int64_t out, int64_t kernel, int64_t stride = 1) {
  return Conv2d(Conv2dOptions(in, out, kernel).stride(stride).padding(kernel / 2).bias(false));
}

struct BottleneckImpl : Module {
  BottleneckImpl(int64_t in, int64_t width, int64_t stride) {
    body = register_module("body",
                           Sequential(conv(in, width, 1), BatchNorm2d(width), ReLU(),
                                      conv(width, width, 3, stride), BatchNorm2d(width), ReLU(),
                                      conv(width, 4 * width, 1), BatchNorm2d(4 * width)));
    if (stride != 1 || in != 4 * width)
      shortcut = register_module(
          "shortcut", Sequential(conv(in, 4 * width, 1, stride), BatchNorm2d(4 * width)));
  }
  torch::Tensor forward(torch::Tensor x) {
    return torch::relu(body->forward(x) + (shortcut ? shortcut->forward(x) : x));
  }
  Sequential body{nullptr}, shortcut{nullptr};
};
TORCH_MODULE(Bottleneck);

struct ResNetImpl : Module {
  explicit ResNetImpl(const std::vector<int64_t>& depths) {
    register_module("conv1", conv1);
    register_module("bn1", bn1);
    int64_t in = 64;
    for (size_t i = 0; i < depths.size(); ++i) {
      Sequential layer;
      for (int64_t k = 0; k < depths[i]; ++k, in = 256 << i)
        layer->push_back(Bottleneck(in, 64 << i, k == 0 && i > 0 ? 2 : 1));
      layers.push_back(register_module("layer" + std::to_string(i + 1), layer));
    }
    register_module("fc", fc);
  }
  torch::Tensor forward(torch::Tensor x) {
    x = torch::max_pool2d(torch::relu(bn1(conv1(x))), 3, 2, 1);
    for (auto& layer : layers)
      x = layer->forward(x);
    return fc(torch::adaptive_avg_pool2d(x, {1, 1}).flatten(1));
  }
  Conv2d conv1 = conv(3, 64, 7, 2);
  BatchNorm2d bn1{64};
  std::vector<Sequential> layers;
  Linear fc{2048, 1000};
};
TORCH_MODULE(ResNet);
// CHECK: ResNet                                    [1, 1000]         --        --     --
// CHECK-NEXT: ├─Conv2d (conv1): 1-1                [1, 64, 112, 112] 9,408     [7, 7] 118,013,952
// CHECK-NEXT: ├─BatchNorm2d (bn1): 1-2             [1, 64, 112, 112] 128       --     128
// CHECK-NEXT: ├─Sequential (layer1): 1-3           [1, 256, 56, 56]  --        --     --
// CHECK-NEXT: │    ├─Bottleneck (0): 2-1           [1, 256, 56, 56]  --        --     --
// CHECK-NEXT: │    │    ├─Sequential (body): 3-1   [1, 256, 56, 56]  --        --     --
// CHECK-NEXT: │    │    │    ├─Conv2d (0): 4-1     [1, 64, 56, 56]   4,096     [1, 1] 12,845,056
// CHECK: └─Linear (fc): 1-7                        [1, 1000]         2,049,000 --     2,049,000
// CHECK: Total params: 25,557,032
// CHECK-NEXT: Trainable params: 25,557,032
// CHECK-NEXT: Non-trainable params: 0
// CHECK-NEXT: Total mult-adds (G): 4.09
// CHECK: Input size (MB): 0.60
// CHECK-NEXT: Forward/backward pass size (MB): 177.83
// CHECK-NEXT: Params size (MB): 102.23
// CHECK-NEXT: Estimated total size (MB): 280.66
// R152: Total params: 60,192,808
// R152: Total mult-adds (G): 11.51
// R152: Input size (MB): 0.60
// R152-NEXT: Forward/backward pass size (MB): 360.87
// R152-NEXT: Params size (MB): 240.77
// R152-NEXT: Estimated total size (MB): 602.25
