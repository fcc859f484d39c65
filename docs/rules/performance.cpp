// What computes the same in fewer steps: --rules=performance
#include <torch/torch.h>

namespace performance {

namespace transposed_twice {
torch::Tensor pattern(torch::Tensor x, int64_t a, int64_t b) {
  return torch::transpose(torch::transpose(x, a, b), a, b);
}
torch::Tensor pattern_swapped(torch::Tensor x, int64_t a, int64_t b) {
  return torch::transpose(torch::transpose(x, a, b), b, a);
}
torch::Tensor pattern_matrix(torch::Tensor x) {
  return torch::t(torch::t(x));
}
torch::Tensor replacement(torch::Tensor x) {
  return x;
}
} // namespace transposed_twice

// Not replaced: who writes to the result may count on a copy.
namespace contiguous_before_reshape {
torch::Tensor pattern(torch::Tensor x, std::vector<int64_t> shape) {
  return torch::reshape(x.contiguous(), shape);
}
constexpr char message[] = "reshape copies by itself what it has to: contiguous() copies more";
} // namespace contiguous_before_reshape

namespace contiguous_twice {
torch::Tensor pattern(torch::Tensor x) {
  return x.contiguous().contiguous();
}
torch::Tensor replacement(torch::Tensor x) {
  return x.contiguous();
}
} // namespace contiguous_twice

namespace cat_of_many_cats {
torch::Tensor pattern(torch::Tensor a, torch::Tensor b, torch::Tensor c, torch::Tensor d,
                      int64_t dim) {
  return torch::cat({torch::cat({torch::cat({a, b}, dim), c}, dim), d}, dim);
}
constexpr char message[] = "a tensor that grows by cat is copied as often as it grows: collect the "
                           "parts in a std::vector, and cat them once";
} // namespace cat_of_many_cats

namespace cat_of_cat {
torch::Tensor pattern(torch::Tensor a, torch::Tensor b, torch::Tensor c, int64_t dim) {
  return torch::cat({torch::cat({a, b}, dim), c}, dim);
}
torch::Tensor replacement(torch::Tensor a, torch::Tensor b, torch::Tensor c, int64_t dim) {
  return torch::cat({a, b, c}, dim);
}
} // namespace cat_of_cat

} // namespace performance
