// Decompositions and solvers that LibTorch warns of become those of torch::linalg, in structured bindings too. LibTorch
// 2 has no symeig, and no frobenius_norm of a tensor alone.
// REQUIRES: libtorch
// UNSUPPORTED: installed-libtorch-2
// RUN: %fx-clang-trace %s --rules=deprecated --rewrite -- 2>/dev/null | FileCheck %s --match-full-lines --strict-whitespace
// RUN: fx-clang-trace %s --rules=deprecated --input 4x4 --verify -- 2>&1 | FileCheck %s --check-prefix=SAME
// SAME: eval: the same in 2 calls
// SAME: train: the same in 2 calls

#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    auto square = torch::mm(x, x.t()) + torch::eye(4);
    // CHECK:+    auto [q, r] = torch::linalg_qr(square);
    // CHECK-NEXT:+    auto qr = torch::linalg_qr(square, "complete");
    // CHECK-NEXT:+    auto [values, vectors] = torch::linalg_eigh(square, "U");
    // CHECK-NEXT:+    auto low = torch::linalg_eigh(square, "L");
    auto [q, r] = torch::qr(square);
    auto qr = torch::qr(square, false);
    auto [values, vectors] = torch::symeig(square, true);
    auto low = torch::symeig(square, true, false);
    auto [lu, pivots] = torch::linalg_lu_factor(square);
    x = x + torch::mm(q, r) + std::get<1>(qr) + values + torch::abs(vectors) + std::get<0>(low);
    // CHECK:+    x = x + torch::linalg_lu_solve(lu, pivots, x) + torch::linalg_solve_triangular(square, x, true);
    // CHECK-NEXT:+    return x + torch::linalg_vector_norm(x);
    x = x + torch::lu_solve(x, lu, pivots) + std::get<0>(torch::triangular_solve(x, square));
    return x + torch::frobenius_norm(x);
  }
};
