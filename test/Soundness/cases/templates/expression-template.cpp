// AIM: An expression template computes when it is assigned, with the values of that time.
// EXPECT: equal or refused
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

#include <array>

namespace lazy {
template <typename L, typename R>
struct Sum {
  const L& left;
  const R& right;
  double operator[](int i) const { return left[i] + right[i]; }
};
struct Row {
  std::array<double, 2> values;
  double operator[](int i) const { return values[i]; }
  template <typename E>
  Row& operator=(const E& e) {
    for (int i = 0; i < 2; ++i)
      values[i] = e[i];
    return *this;
  }
};
template <typename L, typename R>
Sum<L, R> operator+(const L& left, const R& right) {
  return {left, right};
}
} // namespace lazy
struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    lazy::Row a{{1, 2}}, b{{10, 20}}, c{{0, 0}};
    auto later = a + b;
    a.values[0] = 5;
    c = later;
    b.values[1] = 7;
    a = later;
    return x * c[0] + c[1] + a[0] * 100 + a[1] * 1000;
  }
};
