// A value that is used twice gets one name in all runs, also where it reads an option that is not the same in them.
// RUN: %fx-clang-trace %s --mode=eval "--passes=fuse-conv-bn<input-ranks>" --rewrite --input 2x3x8 -- | FileCheck %s
// RUN: fx-clang-trace %s --mode=eval "--passes=fuse-conv-bn<input-ranks>" --rewrite --input 2x3x8 --verify=eval -o %t.patch -- 2>&1 | FileCheck %s --check-prefix=SAME
// SAME: eval: the same in 2 calls

#include <torch/torch.h>

struct Block : torch::nn::Module {
  Block(int64_t in, double eps)
      : conv(register_module("conv", torch::nn::Conv1d(in, 4, 3))),
        norm(register_module("norm",
                             torch::nn::BatchNorm1d(torch::nn::BatchNorm1dOptions(4).eps(eps)))) {}
  // CHECK:     +  auto mul = torch::rsqrt(norm->running_var + norm->options.eps()) * norm->weight;
  // CHECK-NOT: {{^}}+{{.*}}mul_1
  torch::Tensor forward(torch::Tensor x) { return norm(conv(x)); }
  torch::nn::Conv1d conv;
  torch::nn::BatchNorm1d norm;
};

struct Net : torch::nn::Module {
  std::shared_ptr<Block> a = register_module("a", std::make_shared<Block>(3, 1e-5));
  std::shared_ptr<Block> b = register_module("b", std::make_shared<Block>(4, 1e-3));
  torch::Tensor forward(torch::Tensor x) { return b->forward(a->forward(x)); }
};
