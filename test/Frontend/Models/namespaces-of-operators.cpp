// torch::fft, torch::linalg and torch::special: the operators behind them, whatever their parameters are called.
// RUN: fx-clang-trace %s --emit=fx -- | FileCheck %s
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    // CHECK: target=torch._C._fft.fft_rfft]
    auto f = torch::fft::irfft(torch::fft::rfft(x), 4);
    // CHECK: target=torch._C._special.special_expit]
    auto s = torch::special::expit(f);
    // CHECK: target=torch._C._linalg.linalg_det]
    // CHECK: target=torch._C._linalg.linalg_norm]
    // CHECK: target=torch._C._linalg.linalg_inv]
    return s * torch::linalg::det(x) /
               torch::linalg::norm(s, 2, std::vector<int64_t>{0}, true, c10::nullopt) +
           torch::linalg::inv(x);
  }
};
