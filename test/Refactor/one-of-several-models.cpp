// A place is one of the model that it stands in: the others of the file stay as they are.
// RUN: fx-clang-trace %s '--refactor=split-forward<name=part>' --at=%s:31 --rewrite -- | FileCheck %s
// RUN: fx-clang-trace %s '--refactor=extract-submodule<name=Part;member=part>' --at=%s:31 --rewrite -- | FileCheck %s --check-prefix=EXTRACT
// RUN: fx-clang-trace %s --refactor=members-to-sequential --at=%s:31-32 --rewrite -- | FileCheck %s --check-prefix=SEQUENTIAL
// RUN: not fx-clang-trace %s '--refactor=split-forward<name=part>' --at=%s:8 --rewrite -- 2>&1 | FileCheck %s --check-prefix=NOWHERE
#include <torch/torch.h>

struct OneImpl : torch::nn::Module {
  OneImpl() { fc = register_module("fc", torch::nn::Linear(4, 4)); }
  torch::Tensor forward(torch::Tensor x) {
    x = fc(x);
    // NOWHERE: error: no part of 'forward' stands there: {{.*}} [split-of-nothing]
    return x.relu();
  }
  torch::nn::Linear fc{nullptr};
};
TORCH_MODULE(One);

struct OtherImpl : torch::nn::Module {
  OtherImpl() {
    fc = register_module("fc", torch::nn::Linear(4, 4));
    again = register_module("again", torch::nn::Linear(4, 4));
  }
  // CHECK: +  torch::Tensor part(torch::Tensor x) {
  // CHECK-NEXT: +    x = fc(x).relu();
  // CHECK: +    x = part(x);
  // CHECK-NOT: OneImpl
  // SEQUENTIAL: +    x = features->forward(
  // EXTRACT: +    x = part->forward(x);
  torch::Tensor forward(torch::Tensor x) {
    x = fc(x).relu();
    x = again(x);
    return x + 1;
  }
  torch::nn::Linear fc{nullptr}, again{nullptr};
};
TORCH_MODULE(Other);
