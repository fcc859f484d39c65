// What looks like the pattern of a ready rule, and means something else, stays: other options, other operands, a value
// that is used elsewhere too, another mode.
// RUN: %fx-clang-trace %s --method=decompositions --rules=decompositions --emit=fx -o /dev/null -- 2>&1 | FileCheck %s
// RUN: %fx-clang-trace %s --method=deprecated --rules=deprecated --emit=fx -o /dev/null -- 2>&1 | FileCheck %s
// RUN: %fx-clang-trace %s --method=fusions --rules=fusions --emit=fx -o /dev/null -- 2>&1 | FileCheck %s
// RUN: %fx-clang-trace %s --method=numerics --rules=numerics --emit=fx -o /dev/null -- 2>&1 | FileCheck %s
// RUN: %fx-clang-trace %s --method=performance --rules=performance --emit=fx -o /dev/null -- 2>&1 | FileCheck %s
// RUN: %fx-clang-trace %s --method=inference --mode=eval --rules=inference --emit=fx -o /dev/null -- 2>&1 | FileCheck %s
// RUN: %fx-clang-trace %s --method=training --mode=train --rules=inference --emit=fx -o /dev/null -- 2>&1 | FileCheck %s
// CHECK-NOT: {{applied in [1-9]|near_zero}}
// CHECK: applied in 0 places
// CHECK-NOT: {{applied in [1-9]|near_zero}}

#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor decompositions(torch::Tensor x) {
    auto y = x * 2;
    auto z = torch::silu_(y); // y is read below
    x = torch::hardsigmoid(x) + torch::addmm(x, x, x, 2) + torch::celu(x) * y + z;
    return x + torch::log_softmax(x, 1, torch::kFloat32) + torch::softmax(x, 1, torch::kFloat32);
  }
  torch::Tensor deprecated(torch::Tensor x, torch::Tensor image) {
    x = x + torch::outer(x[0], x[1]) + torch::linalg_inv(x) + torch::logdet(x);
    x = x + torch::cholesky(x, true) + torch::norm(x, 3) +
        torch::norm(x, 2, torch::IntArrayRef({0, 1}));
    x = x + torch::upsample_bilinear2d(image, {8, 8}, true, 2.0, 2.0).mean();
    return x + torch::upsample_nearest2d(image, {8, 8}, 2.0, 2.0).mean();
  }
  torch::Tensor fusions(torch::Tensor x, torch::Tensor y) {
    auto product = torch::mm(x, y);
    auto gate = torch::sigmoid(x);
    auto batch = x.unsqueeze(0);
    x = (product + x) + product + (torch::bmm(batch, batch) - batch)[0];
    return x + y * torch::sigmoid(x) + 2 / torch::pow(gate, 0.5);
  }
  torch::Tensor numerics(torch::Tensor x, torch::Tensor y) {
    auto soft = torch::softmax(x, 1);
    x = torch::log(soft) + soft + torch::log2(torch::sigmoid(x));
    x = x + torch::log(torch::sum(torch::exp(x))) + torch::log(torch::sum(torch::exp(x), 1, true));
    x = x + torch::log(2 + torch::exp(x)) + torch::log(x + y) + (torch::exp(x) - 2);
    x = x / torch::sqrt(x.var({1}, false, true) + 1e-5) + torch::sqrt(torch::tensor(2.0));
    return x + torch::binary_cross_entropy(torch::sigmoid(x), y, soft);
  }
  torch::Tensor performance(torch::Tensor x) {
    auto cube = x.unsqueeze(0);
    cube = cube.transpose(0, 1).transpose(1, 2);
    auto last = cube.contiguous(torch::MemoryFormat::Contiguous).clone().contiguous();
    auto wide = torch::cat({torch::cat({x, x}, 0), torch::cat({x, x}, 0)}, 1);
    return wide.reshape({-1}) + last.view({-1}).sum();
  }
  torch::Tensor inference(torch::Tensor x) {
    // Drops in evaluation too.
    return torch::dropout(x, 0.5, true);
  }
  torch::Tensor training(torch::Tensor x) { return torch::dropout(x, 0.5, is_training()); }
};
