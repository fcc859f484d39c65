// What sizes() gives shows the shape that the tensor has now, which an operator in place may change.
// RUN: not fx-clang-trace %s --root=View -- 2>&1 | FileCheck %s --check-prefix=VIEW
// RUN: not fx-clang-trace %s --root=Given --input x=2x3 -- 2>&1 | FileCheck %s --check-prefix=GIVEN
// RUN: not fx-clang-trace %s --root=Iterator --input x=2x3 -- 2>&1 | FileCheck %s --check-prefix=ITERATOR
// RUN: not fx-clang-trace %s --root=Constructed -- 2>&1 | FileCheck %s --check-prefix=CONSTRUCTED
// RUN: not fx-clang-trace %s --root=Kept -- 2>&1 | FileCheck %s --check-prefix=KEPT
#include <torch/torch.h>

struct View : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    auto y = x.clone();
    auto sizes = y.sizes();
    y.t_();
    // VIEW: :[[@LINE+1]]:{{.*}} error: this shows the sizes of a tensor that may have got another shape since
    return x * sizes[0];
  }
};

struct Given : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    auto y = x.clone();
    auto sizes = y.sizes();
    auto z = torch::zeros_like(x);
    torch::add_out(y, z, z.view({3, 2}).t());
    // GIVEN: :[[@LINE+1]]:{{.*}} error: this shows the sizes of a tensor
    std::vector<int64_t> shape(sizes.begin(), sizes.end());
    return x.view(shape);
  }
};

struct Iterator : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    auto y = x.clone();
    auto first = y.sizes().begin();
    y.unsqueeze_(0);
    // ITERATOR: :[[@LINE+1]]:{{.*}} error: this shows the sizes of a tensor
    return x * *first;
  }
};

struct Constructed : torch::nn::Module {
  Constructed() {
    auto table = torch::ones({2, 3});
    auto sizes = table.sizes();
    table.t_();
    // CONSTRUCTED: :[[@LINE+1]]:{{.*}} error: this shows the sizes of a tensor
    rows = sizes[0];
  }
  torch::Tensor forward(torch::Tensor x) { return x * rows; }
  int64_t rows = 0;
};

struct Kept : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    auto y = x.clone();
    std::vector<torch::IntArrayRef> kept;
    kept.push_back(y.sizes());
    y.t_();
    // KEPT: :[[@LINE+1]]:{{.*}} error: this shows the sizes of a tensor
    return x * kept[0][0];
  }
};
