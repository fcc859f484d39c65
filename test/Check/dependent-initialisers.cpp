// Classes that are templates are looked at as they are written, where what makes a member may depend on a parameter.
// RUN: fx-clang-check %s -- 2>&1 | FileCheck %s --implicit-check-not=warning:
#include <torch/torch.h>

template <typename Block>
struct Net : torch::nn::Module {
  explicit Net(int64_t classes) : layers(make(16)), fc(64, classes), lost(64, Block::size) {
    register_module("layers", layers);
    register_module("fc", fc);
  }
  torch::nn::Sequential make(int64_t) { return {}; }
  torch::Tensor forward(torch::Tensor x) { return lost(fc(layers->forward(x))); }
  torch::nn::Sequential layers;
  torch::nn::Linear fc, lost;
};
// CHECK: :[[@LINE-9]]:70: warning: the module 'lost' is used and never registered
