// The ready rules can be read, go by their names, and each of these applies.
// RUN: %fx-clang-trace %s --rules=decompositions --emit=fx -o /dev/null -- 2>&1 | FileCheck %s --check-prefix=DECOMPOSED
// RUN: %fx-clang-trace %s --rules=deprecated --emit=fx -o /dev/null -- 2>&1 | FileCheck %s --check-prefix=DEPRECATED
// RUN: %fx-clang-trace %s --rules=fusions --emit=fx -o /dev/null -- 2>&1 | FileCheck %s --check-prefix=FUSED
// RUN: %fx-clang-trace %s --rules=numerics --emit=fx -o /dev/null -- 2>&1 | FileCheck %s --check-prefix=NUMERICS
// RUN: %fx-clang-trace %s --rules=performance --emit=fx -o /dev/null -- 2>&1 | FileCheck %s --check-prefix=PERFORMANCE
// RUN: %fx-clang-trace %s --mode=eval --rules=inference --emit=fx -o /dev/null -- 2>&1 | FileCheck %s --check-prefix=INFERENCE
// RUN: %fx-clang-trace %s --input 4x4 --input 1x2x4x4 --verify=eval --rules=decompositions --rules=fusions,numerics,performance,inference -- | FileCheck %s --check-prefix=SAME
// RUN: %fx-clang-trace %s --input 4x4 --input 1x2x4x4 --verify=eval --rules=deprecated -- | FileCheck %s --check-prefix=SAME

#include <torch/torch.h>

// SAME: eval: output: 4x4:float32, largest difference
// SAME-NOT: DIFFERENT
struct Net : torch::nn::Module {
  torch::nn::Dropout drop = register_module("drop", torch::nn::Dropout());
  torch::nn::Identity same = register_module("same", torch::nn::Identity());
  torch::Tensor forward(torch::Tensor x, torch::Tensor image) {
    x = torch::dropout(same(drop(x)), 0.5, is_training());
    x = x + torch::log(torch::sigmoid(x)) + torch::log(1 + torch::exp(x));
    x = x + torch::binary_cross_entropy(torch::sigmoid(x), torch::sigmoid(x.detach()));
    x = x.t().t() + x.transpose(0, 1).transpose(1, 0) + x.contiguous().contiguous();
    auto wide = torch::cat({torch::cat({x, x}, 1), x}, 1);
    wide = torch::cat({torch::cat({torch::cat({wide, x}, 1), x}, 1), x}, 1);
    x = x + wide.t().contiguous().reshape({6, 4, 4})[0];
    // Symmetric and positive.
    auto square = torch::mm(x, x.t()) + torch::eye(4);
    x = x + torch::silu(x) + torch::mish(x) + torch::hardswish(x) + torch::addmm(x, x, x);
    x = x + torch::log_softmax(x, 1) + torch::softmax(x, 1) + torch::leaky_relu(x, 0.1);
    auto batch = x.unsqueeze(0);
    x = x + (torch::bmm(batch, batch) + batch)[0] + x * torch::sigmoid(x);
    x = x + torch::log(torch::softmax(x, 1)) + torch::log(torch::sum(torch::exp(x), 1));
    x = x + 1 / torch::sqrt(square.diag()) + torch::log(1 + square.diag()) + (torch::exp(x) - 1) +
        torch::sqrt((x * x).mean());
    x = x + torch::ger(x[0], x[1]) + square.inverse() + torch::det(square) + square.cholesky();
    x = x + x.norm() + torch::norm(x, 2, 1);
    x = x + torch::upsample_bilinear2d(image, {8, 8}, true).mean();
    return x + torch::upsample_nearest2d(image, {8, 8}).mean();
  }
};
// DECOMPOSED: 'silu' applied in 1 place
// DECOMPOSED: 'mish' applied in 1 place
// DECOMPOSED: 'hardswish' applied in 1 place
// DECOMPOSED: 'addmm' applied in 1 place
// DECOMPOSED: 'log_softmax' applied in 1 place
// DECOMPOSED: 'softmax' applied in 2 places
// DECOMPOSED: 'leaky_relu' applied in 1 place
// DEPRECATED: 'ger' applied in 1 place
// DEPRECATED: 'inverse' applied in 1 place
// DEPRECATED: 'det' applied in 1 place
// DEPRECATED: 'cholesky' applied in 1 place
// DEPRECATED: 'norm' applied in 1 place
// DEPRECATED: 'norm_along' applied in 1 place
// DEPRECATED: 'upsample_bilinear' applied in 1 place
// DEPRECATED: 'upsample_nearest' applied in 1 place
// FUSED: 'addmm' applied in 1 place
// FUSED: 'baddbmm' applied in 1 place
// FUSED: 'silu' applied in 1 place
// FUSED: 'rsqrt' applied in 1 place
// NUMERICS: 'log_softmax' applied in 1 place
// NUMERICS: 'log_sigmoid' applied in 1 place
// NUMERICS: 'logsumexp' applied in 1 place
// NUMERICS: 'softplus' applied in 1 place
// NUMERICS: 'log1p' applied in 1 place
// NUMERICS: 'expm1' applied in 1 place
// NUMERICS: 'cross_entropy_with_logits' applied in 1 place
// NUMERICS: ready.cpp:{{[0-9]+}}:{{[0-9]+}}: remark: sqrt_near_zero: the gradient of sqrt is infinite
// PERFORMANCE: 'transposed_twice' applied in 2 places
// PERFORMANCE: ready.cpp:{{[0-9]+}}:{{[0-9]+}}: remark: contiguous_before_reshape: reshape copies
// PERFORMANCE: 'contiguous_twice' applied in 1 place
// PERFORMANCE: ready.cpp:{{[0-9]+}}:{{[0-9]+}}: remark: cat_of_many_cats: a tensor that grows by cat
// PERFORMANCE: 'cat_of_cat' applied in 2 places
// INFERENCE: 'no_dropout' applied in 2 places
// INFERENCE: 'no_identity' applied in 1 place
