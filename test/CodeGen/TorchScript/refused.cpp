// What TorchScript cannot say is an error where it stands, and there is no output.
// RUN: not fx-clang-trace %s --root=Calls --emit=torchscript -o %t.txt -- 2>&1 | FileCheck %s --check-prefix=CALL
// RUN: not fx-clang-trace %s --root=Leaf --leaf=Own --emit=torchscript -o %t.txt -- 2>&1 | FileCheck %s --check-prefix=LEAF
// RUN: not fx-clang-trace %s --root=Named --emit=torchscript -o %t.txt -- 2>&1 | FileCheck %s --check-prefix=NAMED
// RUN: not fx-clang-trace %s --root=Takes --emit=torchscript -o %t.txt -- 2>&1 | FileCheck %s --check-prefix=STRUCT
// RUN: not ls %t.txt
#include <torch/torch.h>

torch::Tensor somewhere_else(torch::Tensor x);

struct Calls : torch::nn::Module {
  // CALL: refused.cpp:[[@LINE+1]]:{{[0-9]+}}: error: %somewhere_else: TorchScript has no function somewhere_else
  torch::Tensor forward(torch::Tensor x) { return somewhere_else(x); }
};

struct OwnImpl : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) { return x * 2; }
};
TORCH_MODULE(Own);

struct Leaf : torch::nn::Module {
  // LEAF: error: 'own': TorchScript cannot hold the leaf Own{{.*}}; trace through it instead of naming it by --leaf
  Leaf() { register_module("own", own); }
  torch::Tensor forward(torch::Tensor x) { return own(x); }
  Own own;
};

struct Pair {
  torch::Tensor first, second;
};
struct Takes : torch::nn::Module {
  // STRUCT: error: %both: TorchScript has no type for Pair
  torch::Tensor forward(Pair both) { return both.first + both.second; }
};

struct Named : torch::nn::Module {
  // NAMED: error: TorchScript's modules have a 'training' of their own
  Named() { register_module("training", fc); }
  torch::Tensor forward(torch::Tensor x) { return fc(x); }
  torch::nn::Linear fc{2, 2};
};
