// A constructor that writes in place to a parameter throws: autograd records it.
// RUN: not fx-clang-trace %s --root=OfLayer -- 2>&1 | FileCheck %s --check-prefix=LAYER
// RUN: not fx-clang-trace %s --root=Own -- 2>&1 | FileCheck %s --check-prefix=OWN
// RUN: not fx-clang-trace %s --root=View -- 2>&1 | FileCheck %s --check-prefix=VIEW
// RUN: not fx-clang-trace %s --root=OfAFunction -- 2>&1 | FileCheck %s --check-prefix=FUNCTION
// RUN: fx-clang-trace %s --root=Fine -- | FileCheck %s
#include <torch/torch.h>

struct Base : torch::nn::Module {
  torch::nn::Linear fc = register_module("fc", torch::nn::Linear(4, 4));
  torch::nn::BatchNorm1d norm = register_module("norm", torch::nn::BatchNorm1d(4));
  torch::Tensor scale = register_parameter("scale", torch::ones({4}));
  torch::Tensor forward(torch::Tensor x) { return norm(fc(x) * scale); }
};

struct OfLayer : Base {
  OfLayer() { fc->weight.fill_(0.5); }
  // LAYER: [[@LINE-1]]:26: error: the program throws here: it writes in place to a parameter that requires a gradient while gradients are recorded; write to its data(), or under a torch::NoGradGuard [parameter-written-in-place]
};

struct Own : Base {
  Own() { scale *= 2; }
  // OWN: [[@LINE-1]]:17: error: the program throws here
};

struct View : Base {
  View() { fc->bias.view({2, 2}).select(0, 1).zero_(); }
  // VIEW: [[@LINE-1]]:47: error: the program throws here
};

void fill(torch::nn::Module& module) {
  if (auto* linear = module.as<torch::nn::Linear>()) linear->weight.normal_();
  // FUNCTION: [[@LINE-1]]:69: error: the program throws here
}
struct OfAFunction : Base {
  OfAFunction() { apply(fill); }
};

// Data, buffers, copies, what is computed, what has no gradient, and what LibTorch fills itself.
struct Fine : Base {
  Fine() {
    fc->bias.data().zero_();
    fc->weight.detach().select(0, 0).fill_(2);
    norm->running_mean.fill_(0.1);
    torch::nn::init::constant_(norm->weight, 2);
    torch::nn::init::normal_(scale);
    auto copy = fc->weight.clone();
    copy.mul_(2);
    norm->bias.requires_grad_(false);
    norm->bias.add_(1);
    torch::NoGradGuard no_grad;
    scale.add_(1);
    fc->weight.add_(1);
  }
  // CHECK: init():
  // CHECK: call_method[target=zero_]
  // CHECK: call_method[target=fill_]
  // CHECK: call_method[target=fill_]
  // CHECK: call_method[target=add_]
  // CHECK: call_method[target=add_]
  // CHECK: call_method[target=add_]
};
