// What computes the same with fewer lost digits, and what may become infinite: --rules=numerics
#include <torch/torch.h>

namespace numerics {

// The logarithm of what a softmax has rounded to 0 is infinite.
namespace log_softmax {
torch::Tensor pattern(torch::Tensor x, int64_t dim) {
  return torch::log(torch::softmax(x, dim));
}
torch::Tensor replacement(torch::Tensor x, int64_t dim) {
  return torch::log_softmax(x, dim);
}
} // namespace log_softmax

namespace log_sigmoid {
torch::Tensor pattern(torch::Tensor x) {
  return torch::log(torch::sigmoid(x));
}
torch::Tensor replacement(torch::Tensor x) {
  return torch::log_sigmoid(x);
}
} // namespace log_sigmoid

namespace logsumexp {
torch::Tensor pattern(torch::Tensor x, int64_t dim) {
  return torch::log(torch::sum(torch::exp(x), dim));
}
torch::Tensor replacement(torch::Tensor x, int64_t dim) {
  return torch::logsumexp(x, dim);
}
} // namespace logsumexp

namespace softplus {
torch::Tensor pattern(torch::Tensor x) {
  return torch::log(1 + torch::exp(x));
}
torch::Tensor pattern_swapped(torch::Tensor x) {
  return torch::log(torch::exp(x) + 1);
}
torch::Tensor pattern_log1p(torch::Tensor x) {
  return torch::log1p(torch::exp(x));
}
torch::Tensor replacement(torch::Tensor x) {
  return torch::softplus(x);
}
} // namespace softplus

namespace log1p {
torch::Tensor pattern(torch::Tensor x) {
  return torch::log(x + 1);
}
torch::Tensor pattern_swapped(torch::Tensor x) {
  return torch::log(1 + x);
}
torch::Tensor replacement(torch::Tensor x) {
  return torch::log1p(x);
}
} // namespace log1p

namespace expm1 {
torch::Tensor pattern(torch::Tensor x) {
  return torch::exp(x) - 1;
}
torch::Tensor replacement(torch::Tensor x) {
  return torch::expm1(x);
}
} // namespace expm1

namespace cross_entropy_with_logits {
torch::Tensor pattern(torch::Tensor x, torch::Tensor target) {
  return torch::binary_cross_entropy(torch::sigmoid(x), target);
}
torch::Tensor replacement(torch::Tensor x, torch::Tensor target) {
  return torch::binary_cross_entropy_with_logits(x, target);
}
} // namespace cross_entropy_with_logits

// Of what is 0 where all of it is: a square, a sum, a mean, a variance. With a number added to it
// the pattern is another one.
namespace sqrt_near_zero {
torch::Tensor pattern_square(torch::Tensor x) {
  return torch::sqrt(x * x);
}
torch::Tensor pattern_power(torch::Tensor x) {
  return torch::sqrt(torch::pow(x, 2));
}
torch::Tensor pattern_sum_of_all(torch::Tensor x) {
  return torch::sqrt(torch::sum(x));
}
torch::Tensor pattern_sum(torch::Tensor x, std::vector<int64_t> dims, bool keepdim) {
  return torch::sqrt(torch::sum(x, dims, keepdim));
}
torch::Tensor pattern_mean_of_all(torch::Tensor x) {
  return torch::sqrt(torch::mean(x));
}
torch::Tensor pattern_mean(torch::Tensor x, std::vector<int64_t> dims, bool keepdim) {
  return torch::sqrt(torch::mean(x, dims, keepdim));
}
torch::Tensor pattern_variance(torch::Tensor x, std::vector<int64_t> dims, bool unbiased,
                               bool keepdim) {
  return torch::sqrt(torch::var(x, dims, unbiased, keepdim));
}
constexpr char message[] = "the gradient of sqrt is infinite where its argument is 0: add a small "
                           "number, or clamp it";
} // namespace sqrt_near_zero

} // namespace numerics
