// A convolution gets a bias where its options are said: by a setter in the call, else around what makes them,
// which others may use as well.
// RUN: %fx-clang-trace %s --root=Net --mode=eval --passes='fuse-conv-bn<fold>' --rewrite -- 2>/dev/null | FileCheck %s --match-full-lines --strict-whitespace
// RUN: not %fx-clang-trace %s --root=Local --mode=eval --passes='fuse-conv-bn<fold>' --rewrite -- 2>&1 | FileCheck %s --check-prefix=LOCAL
// LOCAL: error: this cannot be changed in place: what makes the module 'list.1' does not stand in the file as one expression

#include <torch/torch.h>

namespace nn = torch::nn;

nn::Conv2dOptions options(int64_t kernel) {
  return nn::Conv2dOptions(3, 3, kernel).bias(false);
}

struct Net : nn::Module {
  Net() {
    // CHECK:-    list->push_back(nn::Conv2d(nn::Conv2dOptions(3, 3, 1).bias(false).stride(1)));
    // CHECK-NEXT:-    list->push_back(nn::BatchNorm2d(3));
    // CHECK-NEXT:-    list->push_back(nn::Conv2d(options(3)));
    // CHECK-NEXT:-    list->push_back(nn::BatchNorm2d(3));
    // CHECK-NEXT:+    list->push_back(nn::Conv2d(nn::Conv2dOptions(3, 3, 1).bias(true).stride(1)));
    // CHECK-NEXT:+    list->push_back(nn::Identity());
    // CHECK-NEXT:+    list->push_back(nn::Conv2d(nn::Conv2dOptions(options(3)).bias(true)));
    // CHECK-NEXT:+    list->push_back(nn::Identity());
    list->push_back(nn::Conv2d(nn::Conv2dOptions(3, 3, 1).bias(false).stride(1)));
    list->push_back(nn::BatchNorm2d(3));
    list->push_back(nn::Conv2d(options(3)));
    list->push_back(nn::BatchNorm2d(3));
    // CHECK:     auto shared = nn::Conv2dOptions(3, 3, 1).bias(false);
    // CHECK-NEXT:     nn::Conv2d plain(shared);
    // CHECK-NEXT:-    auto conv = nn::Conv2d(shared);
    // CHECK-NEXT:+    auto conv = nn::Conv2d(nn::Conv2dOptions(shared).bias(true));
    auto shared = nn::Conv2dOptions(3, 3, 1).bias(false);
    nn::Conv2d plain(shared);
    auto conv = nn::Conv2d(shared);
    // CHECK:-    list->push_back(nn::BatchNorm2d(3));
    // CHECK-NEXT:+    list->push_back(nn::Identity());
    list->push_back(plain);
    list->push_back(conv);
    list->push_back(nn::BatchNorm2d(3));
    register_module("list", list);
  }
  torch::Tensor forward(torch::Tensor x) { return list->forward(x); }
  nn::Sequential list;
};

struct Local : nn::Module {
  Local() {
    nn::Conv2d conv(nn::Conv2dOptions(3, 3, 1).bias(false));
    nn::BatchNorm2d norm(3);
    list->push_back(conv);
    list->push_back(norm);
    register_module("list", list);
  }
  torch::Tensor forward(torch::Tensor x) { return list->forward(x); }
  nn::Sequential list;
};
