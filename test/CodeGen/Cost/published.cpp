// Multiply-adds that torchvision and fvcore publish: ResNet-18 1.81, ResNet-50 4.09, MobileNetV2 0.30 billion, the
// parameters with them.
// RUN: fx-clang-trace %s --root='ResNet()' --mode=eval --input 1x3x224x224 --emit=cost -- | FileCheck %s
// RUN: fx-clang-trace %S/../Summary/resnet.cpp --root='ResNet({3, 4, 6, 3})' --mode=eval --input 1x3x224x224 --emit=cost -- | FileCheck %s --check-prefix=R50
// RUN: fx-clang-trace %s --root='MobileNet()' --mode=eval --input 1x3x224x224 --emit=cost -- | FileCheck %s --check-prefix=MOBILE
// The same of a graph that was traced without shapes.
// RUN: fx-clang-trace %s --root='MobileNet()' --mode=eval -- | fx-opt '--passes=shape-prop<x=1x3x224x224>' --emit=cost | FileCheck %s --check-prefix=MOBILE
// RUN: not fx-clang-trace %s --root='MobileNet()' --mode=eval --emit=cost -- 2>&1 | FileCheck %s --check-prefix=SHAPES
#include <torch/torch.h>

using namespace torch::nn;

Conv2d conv(int64_t in, int64_t out, int64_t kernel, int64_t stride = 1, int64_t groups = 1) {
  return Conv2d(
      Conv2dOptions(in, out, kernel).stride(stride).padding(kernel / 2).groups(groups).bias(false));
}

struct BlockImpl : Module {
  BlockImpl(int64_t in, int64_t out, int64_t stride) {
    conv1 = register_module("conv1", conv(in, out, 3, stride));
    bn1 = register_module("bn1", BatchNorm2d(out));
    conv2 = register_module("conv2", conv(out, out, 3));
    bn2 = register_module("bn2", BatchNorm2d(out));
    if (stride != 1 || in != out)
      shortcut =
          register_module("shortcut", Sequential(conv(in, out, 1, stride), BatchNorm2d(out)));
  }
  torch::Tensor forward(torch::Tensor x) {
    auto out = bn2(conv2(torch::relu(bn1(conv1(x)))));
    out += shortcut ? shortcut->forward(x) : x;
    return torch::relu_(out);
  }
  Conv2d conv1{nullptr}, conv2{nullptr};
  BatchNorm2d bn1{nullptr}, bn2{nullptr};
  Sequential shortcut{nullptr};
};
TORCH_MODULE(Block);

struct ResNetImpl : Module {
  ResNetImpl() {
    layers->push_back(conv(3, 64, 7, 2));
    layers->push_back(BatchNorm2d(64));
    layers->push_back(ReLU(true));
    layers->push_back(MaxPool2d(MaxPool2dOptions(3).stride(2).padding(1)));
    int64_t in = 64;
    for (int64_t out : {64, 128, 256, 512})
      for (int64_t stride : {out == 64 ? 1 : 2, 1}) {
        layers->push_back(Block(in, out, stride));
        in = out;
      }
    register_module("layers", layers);
    fc = register_module("fc", Linear(512, 1000));
  }
  torch::Tensor forward(torch::Tensor x) {
    return fc(torch::adaptive_avg_pool2d(layers->forward(x), {1, 1}).flatten(1));
  }
  Sequential layers;
  Linear fc{nullptr};
};
TORCH_MODULE(ResNet);
// CHECK:      Mult-adds: 1,814,073,344
// CHECK-NEXT: FLOPs of them, two each: 3,628,146,688
// CHECK:      Parameters: 11,689,512, of 46,758,048 bytes
// A batch norm and the convolution before it, 64 x 112 x 112 each.
// CHECK:      Most bytes of other values at once: 6,422,528, at 'layers_1'
// CHECK-NOT:  Not counted

struct ExpandImpl : Module {
  ExpandImpl(int64_t in, int64_t out, int64_t stride, int64_t expand)
      : adds(stride == 1 && in == out) {
    const int64_t hidden = in * expand;
    if (expand != 1) add(conv(in, hidden, 1), hidden);
    add(conv(hidden, hidden, 3, stride, hidden), hidden);
    body->push_back(conv(hidden, out, 1));
    body->push_back(BatchNorm2d(out));
    register_module("body", body);
  }
  void add(Conv2d layer, int64_t channels) {
    body->push_back(layer);
    body->push_back(BatchNorm2d(channels));
    body->push_back(ReLU6(true));
  }
  torch::Tensor forward(torch::Tensor x) { return adds ? x + body->forward(x) : body->forward(x); }
  Sequential body;
  bool adds;
};
TORCH_MODULE(Expand);

struct MobileNetImpl : Module {
  MobileNetImpl() {
    add(conv(3, 32, 3, 2), 32);
    int64_t in = 32;
    const int64_t rows[][4] = {{1, 16, 1, 1}, {6, 24, 2, 2},  {6, 32, 3, 2}, {6, 64, 4, 2},
                               {6, 96, 3, 1}, {6, 160, 3, 2}, {6, 320, 1, 1}};
    for (const auto& row : rows)
      for (int64_t i = 0; i < row[2]; ++i) {
        features->push_back(Expand(in, row[1], i == 0 ? row[3] : 1, row[0]));
        in = row[1];
      }
    add(conv(320, 1280, 1), 1280);
    register_module("features", features);
    classifier = register_module("classifier", Sequential(Dropout(0.2), Linear(1280, 1000)));
  }
  void add(Conv2d layer, int64_t channels) {
    features->push_back(layer);
    features->push_back(BatchNorm2d(channels));
    features->push_back(ReLU6(true));
  }
  torch::Tensor forward(torch::Tensor x) {
    return classifier->forward(features->forward(x).mean({2, 3}));
  }
  Sequential features, classifier{nullptr};
};
TORCH_MODULE(MobileNet);
// MOBILE:     Mult-adds: 300,774,272
// MOBILE:     Parameters: 3,504,872,
// MOBILE-NOT: Not counted

// R50:     Mult-adds: 4,089,184,256
// R50:     Parameters: 25,557,032,
// R50-NOT: Not counted
// SHAPES: error: a cost needs shapes: give example inputs, --input x=1x3x224x224 or the pass shape-prop<x=1x3x224x224>
