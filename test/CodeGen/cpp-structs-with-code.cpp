// A class that is more than its members cannot be written down: --emit=cpp returns a tuple for it, and
// refuses it as an input.
// RUN: fx-clang-trace %s --root='Private()' --emit=cpp -- -std=c++17 2>&1 | FileCheck %s --check-prefix=PRIVATE
// RUN: not fx-clang-trace %s --root='PrivateInput()' --emit=cpp -- -std=c++17 2>&1 | FileCheck %s --check-prefix=PRIVATE-INPUT
// RUN: not fx-clang-trace %s --root='Method()' --emit=cpp -- -std=c++17 2>&1 | FileCheck %s --check-prefix=METHOD
// RUN: %compiles --tool=%fx-clang-trace --work-dir=%t \
// RUN:     'Private()@%s' | FileCheck %s --check-prefix=COMPILES
// COMPILES: g++: 1 models, no warning
// COMPILES: clang++{{.*}}: 1 models, no warning
// REQUIRES: libtorch
#include <torch/torch.h>

using torch::Tensor;

class Hidden {
public:
  Hidden(Tensor a) : a_(a) {}
  Tensor get() const { return a_; }

private:
  Tensor a_;
};
struct PrivateImpl : torch::nn::Module {
  // PRIVATE: remark: forward returns a 'Hidden': the graph returns the tuple (a_)
  // PRIVATE: std::tuple<torch::Tensor> forward(torch::Tensor x) {
  Hidden forward(Tensor x) { return Hidden(x); }
};
TORCH_MODULE(Private);
struct PrivateInputImpl : torch::nn::Module {
  // PRIVATE-INPUT: cpp-structs-with-code.cpp:[[@LINE+1]]:{{[0-9]+}}: error: {{.*}}the type Hidden of this input
  Tensor forward(Tensor x, Hidden y) { return x; }
};
TORCH_MODULE(PrivateInput);

struct WithMethod {
  Tensor a;
  Tensor mean() { return (a = a + 1).mean(); }
};
struct MethodImpl : torch::nn::Module {
  // METHOD: cpp-structs-with-code.cpp:[[@LINE+1]]:{{[0-9]+}}: error: {{.*}}C++ cannot call the method mean of WithMethod
  Tensor forward(WithMethod m) { return m.mean(); }
};
TORCH_MODULE(Method);
