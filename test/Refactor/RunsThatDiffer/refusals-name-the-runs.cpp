// A change that some runs need and others do not, or that is another one in them, has no place in their one source.
// The runs are named.
// RUN: not %fx-clang-trace %s --root=Some --mode=eval --passes=fuse-conv-bn --rewrite -- 2>&1 | FileCheck %s --check-prefix=SOME
// RUN: not %fx-clang-trace %s --root=Other --mode=eval --passes=fuse-conv-bn --rewrite -- 2>&1 | FileCheck %s --check-prefix=OTHER

#include <torch/torch.h>

struct BlockImpl : torch::nn::Module {
  BlockImpl(bool bias, bool tracks)
      : conv(register_module("conv",
                             torch::nn::Conv2d(torch::nn::Conv2dOptions(4, 4, 3).bias(bias)))),
        norm(register_module(
            "norm",
            torch::nn::BatchNorm2d(torch::nn::BatchNorm2dOptions(4).track_running_stats(tracks)))) {
  }
  // SOME: refusals-name-the-runs.cpp:[[@LINE+4]]:{{[0-9]+}}: error: this cannot be changed in place: this code runs 3 times, and 2 of them changed [change-of-some-runs]
  // SOME: note: layers.0, layers.2 change; layers.1 does not
  // OTHER: refusals-name-the-runs.cpp:[[@LINE+2]]:{{[0-9]+}}: error: this cannot be changed in place: this code runs 3 times, and not all of them changed alike [changes-of-runs-differ]
  // OTHER: note: layers.0, layers.2 change in one way, layers.1 in another
  torch::Tensor forward(torch::Tensor x) { return norm(conv(x)); }
  torch::nn::Conv2d conv;
  torch::nn::BatchNorm2d norm;
};
TORCH_MODULE(Block);

struct Some : torch::nn::Module {
  Some() {
    for (bool tracks : {true, false, true})
      layers->push_back(Block(true, tracks));
    register_module("layers", layers);
  }
  torch::Tensor forward(torch::Tensor x) { return layers->forward(x); }
  torch::nn::Sequential layers;
};

struct Other : torch::nn::Module {
  Other() {
    for (bool bias : {true, false, true})
      layers->push_back(Block(bias, true));
    register_module("layers", layers);
  }
  torch::Tensor forward(torch::Tensor x) { return layers->forward(x); }
  torch::nn::Sequential layers;
};
