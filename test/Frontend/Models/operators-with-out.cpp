// NAME_out(out, ...) is Python's function with the keyword out.
// RUN: fx-clang-trace %s --emit=fx -- | FileCheck %s
// RUN: fx-clang-trace %s --emit=cpp -- | FileCheck %s --check-prefix=CPP
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    auto y = torch::empty_like(x);
    // CHECK: torch.add](args = (%x, %x), kwargs = {alpha: 2, out: %empty_like})
    // CPP: torch::add_out(y, x, x, 2);
    torch::add_out(y, x, x, 2);
    // CHECK: torch.exp](args = (%empty_like,), kwargs = {out: %empty_like})
    // CPP: torch::exp_out(y, y);
    torch::exp_out(y, y);
    // CHECK: torch._C._special.special_expit](args = (%x,), kwargs = {out: %empty_like})
    // CPP: torch::special_expit_out(y, x);
    torch::special::expit_out(y, x);
    // CHECK: return empty_like
    return y;
  }
};
