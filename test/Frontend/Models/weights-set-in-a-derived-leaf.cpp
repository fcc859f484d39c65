// A class of the program's that derives from one of LibTorch's layers: what its constructor does to the
// weights that it inherits is done in the graph of initialisation, and what it freezes is frozen there.
// RUN: fx-clang-trace %s --root=Net -- 2>&1 | FileCheck %s --implicit-check-not=remark
// RUN: fx-clang-trace %s --root=Net --emit=cpp -- | FileCheck %s --check-prefix=CPP
// RUN: fx-clang-trace %s --root=Net --leaf=ShiftImpl -- 2>&1 | FileCheck %s --check-prefix=LEAF
#include <torch/torch.h>

struct ShiftImpl : torch::nn::Conv2dImpl {
  explicit ShiftImpl(double by) : Conv2dImpl(torch::nn::Conv2dOptions(3, 3, 1)) {
    torch::nn::init::ones_(weight);
    bias.data().copy_(torch::full({3}, by));
    for (auto& parameter : parameters())
      parameter.requires_grad_(false);
  }
};
TORCH_MODULE(Shift);

struct NetImpl : torch::nn::Module {
  Shift shift{nullptr};
  NetImpl() { shift = register_module("shift", Shift(-0.5)); }
  torch::Tensor forward(torch::Tensor x) { return shift(x); }
};
TORCH_MODULE(Net);

// CHECK: init():
// CHECK: %[[WEIGHT:.*]] : {{.*}} = get_attr[target=shift.weight]
// CHECK: torch.nn.init.ones_](args = (%[[WEIGHT]],)
// CHECK: call_method[target=copy_]
// CHECK: call_method[target=requires_grad_](args = (%[[WEIGHT]], False)
// CHECK: call_method[target=requires_grad_](args = (%shift_bias, False)
// CPP: shift->weight.requires_grad_(false);
// CPP-NEXT: shift->bias.requires_grad_(false);

// Its own constructor does it where the class stays a leaf:
// LEAF-NOT: requires_grad_](
// LEAF: shift: ShiftImpl
// LEAF-NOT: requires_grad_](
