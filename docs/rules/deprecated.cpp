// Calls that LibTorch has deprecated, or dropped since, to their successors: --rules=deprecated.
// What has no rule here, and why: docs/Deprecated.md.
#include <torch/torch.h>
#include <torch/version.h>

namespace deprecated {

namespace ger {
torch::Tensor pattern(torch::Tensor a, torch::Tensor b) {
  return torch::ger(a, b);
}
torch::Tensor replacement(torch::Tensor a, torch::Tensor b) {
  return torch::outer(a, b);
}
} // namespace ger

namespace inverse {
torch::Tensor pattern(torch::Tensor a) {
  return torch::inverse(a);
}
torch::Tensor replacement(torch::Tensor a) {
  return torch::linalg_inv(a);
}
} // namespace inverse

namespace det {
torch::Tensor pattern(torch::Tensor a) {
  return torch::det(a);
}
torch::Tensor replacement(torch::Tensor a) {
  return torch::linalg_det(a);
}
} // namespace det

namespace cholesky {
torch::Tensor pattern(torch::Tensor a) {
  return torch::cholesky(a);
}
torch::Tensor replacement(torch::Tensor a) {
  return torch::linalg_cholesky(a);
}
} // namespace cholesky

namespace qr {
std::tuple<torch::Tensor, torch::Tensor> pattern(torch::Tensor a) {
  return torch::qr(a, true);
}
std::tuple<torch::Tensor, torch::Tensor> replacement(torch::Tensor a) {
  return torch::linalg_qr(a, "reduced");
}
} // namespace qr

namespace qr_complete {
std::tuple<torch::Tensor, torch::Tensor> pattern(torch::Tensor a) {
  return torch::qr(a, false);
}
std::tuple<torch::Tensor, torch::Tensor> replacement(torch::Tensor a) {
  return torch::linalg_qr(a, "complete");
}
} // namespace qr_complete

#if TORCH_VERSION_MAJOR < 2 // where they are gone
namespace symeig {
std::tuple<torch::Tensor, torch::Tensor> pattern(torch::Tensor a) {
  return torch::symeig(a, true, true);
}
std::tuple<torch::Tensor, torch::Tensor> replacement(torch::Tensor a) {
  return torch::linalg_eigh(a, "U");
}
} // namespace symeig

namespace symeig_lower {
std::tuple<torch::Tensor, torch::Tensor> pattern(torch::Tensor a) {
  return torch::symeig(a, true, false);
}
std::tuple<torch::Tensor, torch::Tensor> replacement(torch::Tensor a) {
  return torch::linalg_eigh(a, "L");
}
} // namespace symeig_lower

namespace frobenius_norm {
torch::Tensor pattern(torch::Tensor a) {
  return torch::frobenius_norm(a);
}
torch::Tensor replacement(torch::Tensor a) {
  return torch::linalg_vector_norm(a);
}
} // namespace frobenius_norm
#endif

namespace lu_solve {
torch::Tensor pattern(torch::Tensor b, torch::Tensor factors, torch::Tensor pivots) {
  return torch::lu_solve(b, factors, pivots);
}
torch::Tensor replacement(torch::Tensor b, torch::Tensor factors, torch::Tensor pivots) {
  return torch::linalg_lu_solve(factors, pivots, b);
}
} // namespace lu_solve

namespace triangular_solve {
torch::Tensor pattern(torch::Tensor b, torch::Tensor a, bool upper, bool unitriangular) {
  return std::get<0>(torch::triangular_solve(b, a, upper, false, unitriangular));
}
torch::Tensor replacement(torch::Tensor b, torch::Tensor a, bool upper, bool unitriangular) {
  return torch::linalg_solve_triangular(a, b, upper, true, unitriangular);
}
} // namespace triangular_solve

// Python has a function of its own for torch::norm.
namespace norm {
torch::Tensor pattern(torch::Tensor a) {
  return torch::norm(a);
}
torch::Tensor pattern_method(torch::Tensor a) {
  return a.norm();
}
torch::Tensor replacement(torch::Tensor a) {
  return torch::linalg_vector_norm(a);
}
} // namespace norm

namespace norm_along {
torch::Tensor pattern(torch::Tensor a, double p, int64_t dim) {
  return torch::norm(a, p, dim);
}
torch::Tensor pattern_method(torch::Tensor a, double p, int64_t dim) {
  return a.norm(p, dim);
}
torch::Tensor replacement(torch::Tensor a, double p, int64_t dim) {
  return torch::linalg_vector_norm(a, p, dim);
}
} // namespace norm_along

namespace norm_kept {
torch::Tensor pattern(torch::Tensor a, double p, int64_t dim, bool keep) {
  return torch::norm(a, p, dim, keep);
}
torch::Tensor pattern_method(torch::Tensor a, double p, int64_t dim, bool keep) {
  return a.norm(p, dim, keep);
}
torch::Tensor replacement(torch::Tensor a, double p, int64_t dim, bool keep) {
  return torch::linalg_vector_norm(a, p, dim, keep);
}
} // namespace norm_kept

// The raw operators check nothing.
namespace upsample_bilinear {
torch::Tensor pattern(torch::Tensor x, std::vector<int64_t> size, bool corners) {
  return torch::upsample_bilinear2d(x, size, corners);
}
torch::Tensor replacement(torch::Tensor x, std::vector<int64_t> size, bool corners) {
  namespace F = torch::nn::functional;
  return F::interpolate(
      x, F::InterpolateFuncOptions().size(size).mode(torch::kBilinear).align_corners(corners));
}
} // namespace upsample_bilinear

namespace upsample_nearest {
torch::Tensor pattern(torch::Tensor x, std::vector<int64_t> size) {
  return torch::upsample_nearest2d(x, size);
}
torch::Tensor replacement(torch::Tensor x, std::vector<int64_t> size) {
  namespace F = torch::nn::functional;
  return F::interpolate(x, F::InterpolateFuncOptions().size(size).mode(torch::kNearest));
}
} // namespace upsample_nearest

} // namespace deprecated
