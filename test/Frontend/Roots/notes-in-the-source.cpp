// Comments and attributes above classes and functions say what --input, --leaf and --wrap say; the command
// line says more than they do.
// RUN: fx-clang-trace %s --root=Net --print-meta -- 2>&1 | FileCheck %s
// RUN: fx-clang-trace %s --root=Net --input x=8x4 --emit=fx -- 2>&1 | FileCheck %s --check-prefix=INPUT
// RUN: fx-clang-trace %s --root=gate --print-meta -- 2>&1 | FileCheck %s --check-prefix=FUNCTION
#include <torch/torch.h>

// Kept whole.
// fx: leaf
struct BlockImpl : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    if (x.sum().item<float>() > 0) return x;
    return -x;
  }
};
TORCH_MODULE(Block);

struct [[clang::annotate("fx.leaf")]] SecondImpl : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    if (x.sum().item<float>() > 0) return x;
    return -x;
  }
};
TORCH_MODULE(Second);

/// fx: wrap
torch::Tensor decode(torch::Tensor x) {
  while (x.sum().item<float>() > 1)
    x = x / 2;
  return x;
}

[[clang::annotate("fx.wrap")]] torch::Tensor encode(torch::Tensor x);
torch::Tensor encode(torch::Tensor x) {
  while (x.sum().item<float>() > 1)
    x = x / 2;
  return x;
}

// fx: x=2x3
torch::Tensor gate(torch::Tensor x) {
  return torch::relu(x);
}

// fx: x=1x4
struct NetImpl : torch::nn::Module {
  Block block = register_module("block", Block());
  Second second = register_module("second", Second());
  // fx: wrap
  torch::Tensor own(torch::Tensor x) { return x.sum().item<float>() > 0 ? x : -x; }
  // fx: scale=0.5
  torch::Tensor forward(torch::Tensor x, double scale) {
    if (x.size(0) > 4) return x;
    return decode(encode(own(second(block(x))))) * scale;
  }
};
TORCH_MODULE(Net);

// CHECK: %x {{.*}}"shape": (1, 4)
// CHECK: call_module[target=block](args = (%x,)
// CHECK: call_module[target=second](args = (%block,)
// CHECK: call_function[target=NetImpl::own](args = (%second,)
// CHECK: call_function[target=encode](args = (%own,)
// CHECK: call_function[target=decode](args = (%encode,)
// INPUT: placeholder[target=x]
// INPUT-NOT: call_module
// INPUT: return x
// FUNCTION: %x {{.*}}"shape": (2, 3)
