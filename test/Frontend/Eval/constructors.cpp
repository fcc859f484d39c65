// Several constructors, default arguments, one that delegates, members initialised in the order of
// their declaration, reset() of a Cloneable.
// RUN: fx-clang-trace %s --root='Net()' -- | FileCheck %s --check-prefix=SMALL
// RUN: fx-clang-trace %s --root='Net({4, 8})' -- | FileCheck %s --check-prefix=WIDE
#include <torch/torch.h>
struct NetImpl : torch::nn::Cloneable<NetImpl> {
  NetImpl() : NetImpl(2) {}
  explicit NetImpl(int64_t width, bool bias = false) : NetImpl({width, width}, bias) {}
  NetImpl(std::vector<int64_t> widths, bool bias = true)
      : last(widths.back()), widths(std::move(widths)), bias(bias) {
    reset();
  }
  void reset() override {
    fc = register_module("fc",
                         torch::nn::Linear(torch::nn::LinearOptions(widths[0], last).bias(bias)));
  }
  torch::Tensor forward(torch::Tensor x) { return bias ? fc(x) : torch::relu(fc(x)); }
  int64_t last;
  std::vector<int64_t> widths;
  bool bias;
  torch::nn::Linear fc{nullptr};
};
TORCH_MODULE(Net);
// SMALL: fc: torch::nn::Linear(in_features = 2, out_features = 2) {bias = False}
// SMALL: torch.relu
// WIDE: fc: torch::nn::Linear(in_features = 4, out_features = 8) {bias = True}
// WIDE-NOT: torch.relu
