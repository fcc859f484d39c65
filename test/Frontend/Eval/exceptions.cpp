// A throw is caught by the handler of its class, or ends the trace with its own words.
// RUN: fx-clang-trace %s --root='Net(2)' --emit=fx -- | FileCheck %s
// RUN: not fx-clang-trace %s --root='Net(-1)' --emit=fx -- 2>&1 | FileCheck %s --check-prefix=THROWN
#include <stdexcept>
#include <torch/torch.h>

struct Net : torch::nn::Module {
  explicit Net(int n) {
    // THROWN: exceptions.cpp:[[@LINE+1]]:{{[0-9]+}}: error: the constructor throws here: n must not be negative
    if (n < 0) throw std::invalid_argument("n must not be negative");
    try {
      if (n == 2) throw std::runtime_error("two");
    } catch (const std::exception& e) {
      name_ = e.what();
    }
    fc = register_module(name_, torch::nn::Linear(n, n));
  }
  torch::Tensor forward(torch::Tensor x) { return fc(x); }
  std::string name_ = "unset";
  torch::nn::Linear fc{nullptr};
};

// CHECK: call_module[target=two]
