// What sizes() gives shows the shape that the tensor has now, which an operator in place may change.
// RUN: not fx-clang-trace %s --root=View -- 2>&1 | FileCheck %s --check-prefix=VIEW
// RUN: not fx-clang-trace %s --root=Given --input x=2x3 -- 2>&1 | FileCheck %s --check-prefix=GIVEN
// RUN: not fx-clang-trace %s --root=Iterator --input x=2x3 -- 2>&1 | FileCheck %s --check-prefix=ITERATOR
// RUN: not fx-clang-trace %s --root=Constructed -- 2>&1 | FileCheck %s --check-prefix=CONSTRUCTED
// RUN: fx-clang-trace %s --root=Sound --input x=2x3 -- | FileCheck %s --check-prefix=SOUND
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

// Copies, what is asked for again, and the sizes of others stay what they are.
struct Sound : torch::nn::Module {
  // SOUND: %[[BEFORE:size_[0-9]+]] : {{.*}} = call_method[target=size](args = (%clone,)
  // SOUND: %t_ : {{.*}} = call_method[target=t_]
  // SOUND: %[[BEHIND:size_[0-9]+]] : {{.*}} = call_method[target=size](args = (%clone,)
  // SOUND: operator.getitem](args = (%[[BEHIND]], 0)
  torch::Tensor forward(torch::Tensor x) {
    auto y = x.clone();
    auto others = x.sizes();
    auto copied = y.sizes().vec();
    auto sizes = y.sizes();
    const auto before = sizes[0];
    y.t_();
    sizes = y.sizes();
    return x * before * copied[1] + sizes[0] + others[0];
  }
};
