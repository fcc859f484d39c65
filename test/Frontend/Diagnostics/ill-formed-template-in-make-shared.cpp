// A class template that is ill-formed with the arguments that make_shared gives it is an error.
// RUN: not fx-clang-trace %s -- 2>&1 | FileCheck %s
#include <torch/torch.h>

template <typename T>
struct Chain {
  typename T::Missing link;
};
struct Link {};
struct Net : torch::nn::Module {
  std::shared_ptr<Chain<Link>> chain;
  Net() { chain = std::make_shared<Chain<Link>>(); }
  torch::Tensor forward(torch::Tensor x) { return x; }
};
// CHECK: error: {{.*}}Missing
