// Modules that one call of a Sequential runs: the call is written out where some of them become other code. Nothing
// moves, so that the keys of saved weights stay.
// RUN: %fx-clang-trace %s --root=Net --mode=eval --passes=fuse-conv-bn --rewrite -- 2>&1 | FileCheck %s
// RUN: %fx-clang-trace %s --root=Net --mode=eval --passes=fuse-conv-bn --rewrite --input 2x3x8x8 --verify=eval -o %t.patch -- 2>&1 | FileCheck %s --check-prefix=SAME
// RUN: %fx-clang-trace %s --root=Mixed --mode=eval --passes=fuse-conv-bn --rewrite -- 2>&1 | FileCheck %s --check-prefix=MIXED --implicit-check-not=+
// RUN: %fx-clang-trace %s --root=Given --mode=eval --passes=fuse-conv-bn --rewrite -- 2>&1 | FileCheck %s --check-prefix=GIVEN
// RUN: %fx-clang-trace %s --root=Long --mode=eval --passes=fuse-conv-bn --rewrite -- 2>&1 | FileCheck %s --check-prefix=LONG
// SAME: eval: the same in 2 calls
// MIXED: remark: 2 batch normalisations are left, which one call runs with many other modules, in a long Sequential, a loop, or Sequentials of different modules
// GIVEN: remark: the new code is for objects whose 'layers' has 2 modules of these classes, as here: the class does not say that it always has
// GIVEN: {{^[+].*}}layers[0]->as<torch::nn::Conv2d>()->weight
// LONG: remark: 3 batch normalisations are left, which one call runs with many other modules

#include <torch/torch.h>

struct BlockImpl : torch::nn::Module {
  BlockImpl(int64_t in, int64_t out, int64_t stride) {
    downsample->push_back(
        torch::nn::Conv2d(torch::nn::Conv2dOptions(in, out, 1).stride(stride).bias(false)));
    downsample->push_back(torch::nn::BatchNorm2d(out));
    register_module("downsample", downsample);
  }
  // CHECK: {{^}}-    x = downsample->forward(x);
  // CHECK-NEXT: {{^}}+    auto mul{{[_0-9]*}} = torch::rsqrt(downsample[1]->as<torch::nn::BatchNorm2d>()->running_var + 1e-05) *
  // CHECK: {{^[+].*}}downsample[0]->as<torch::nn::Conv2d>()->weight * mul
  // CHECK: {{^[+].*}}downsample[0]->as<torch::nn::Conv2d>()->options.stride());
  torch::Tensor forward(torch::Tensor x) {
    x = downsample->forward(x);
    return torch::relu(x);
  }
  torch::nn::Sequential downsample;
};
TORCH_MODULE(Block);

struct Net : torch::nn::Module {
  Net() {
    register_module("stem", stem);
    register_module("named", named);
    register_module("first", first);
    register_module("second", second);
    register_module("tail", tail);
  }
  torch::Tensor forward(torch::Tensor x) {
    // CHECK: {{^}}-    x = stem->forward(x);
    // CHECK: {{^}}+    auto [[CONV:conv2d[_0-9]*]] =
    // CHECK: {{^}}+    x = stem[2]->as<torch::nn::ReLU>()->forward([[CONV]]);
    x = stem->forward(x);
    // CHECK: {{^[+].*}}named[0]->as<torch::nn::Conv2d>()->weight
    x = named->forward(x);
    // The convolution is the last of one, the norm a member.
    // CHECK: {{^[+].*}}torch::conv2d(tail[0]->as<torch::nn::ReLU>()->forward(
    x = norm(tail->forward(second(first(x))));
    return x;
  }
  torch::nn::Sequential stem{torch::nn::Conv2d(3, 8, 3), torch::nn::BatchNorm2d(8),
                             torch::nn::ReLU()};
  torch::nn::Sequential named{
      {{"conv", torch::nn::Conv2d(8, 8, 1)}, {"norm", torch::nn::BatchNorm2d(8)}}};
  torch::nn::Sequential tail{torch::nn::ReLU(), torch::nn::Conv2d(8, 8, 1)};
  torch::nn::BatchNorm2d norm = register_module("norm", torch::nn::BatchNorm2d(8));
  Block first{8, 8, 1}, second{8, 8, 2};
};

struct Mixed : torch::nn::Module {
  Mixed() {
    torch::nn::Sequential one(torch::nn::Conv2d(3, 3, 1), torch::nn::BatchNorm2d(3));
    torch::nn::Sequential two(torch::nn::Conv2d(3, 3, 1), torch::nn::BatchNorm2d(3),
                              torch::nn::ReLU());
    layers.push_back(one);
    layers.push_back(two);
    register_module("one", one);
    register_module("two", two);
  }
  torch::Tensor forward(torch::Tensor x) {
    for (auto& layer : layers)
      x = layer->forward(x);
    return x;
  }
  std::vector<torch::nn::Sequential> layers;
};

struct Long : torch::nn::Module {
  Long() {
    for (int i = 0; i < 3; ++i) {
      layers->push_back(torch::nn::Conv2d(3, 3, 1));
      layers->push_back(torch::nn::BatchNorm2d(3));
      layers->push_back(torch::nn::ReLU());
    }
    register_module("layers", layers);
  }
  torch::Tensor forward(torch::Tensor x) { return layers->forward(x); }
  torch::nn::Sequential layers;
};

struct Given : torch::nn::Module {
  explicit Given(torch::nn::Sequential given = torch::nn::Sequential(torch::nn::Conv2d(3, 3, 1),
                                                                     torch::nn::BatchNorm2d(3)))
      : layers(register_module("layers", given)) {}
  torch::Tensor forward(torch::Tensor x) { return layers->forward(x); }
  torch::nn::Sequential layers;
};
