// AIM: if constexpr and specialisations choose by the type, here by const and by reference.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

template <typename T>
struct Kind {
  static constexpr int value = 1;
};
template <typename T>
struct Kind<T&> {
  static constexpr int value = 2;
};
template <typename T>
struct Kind<const T&> {
  static constexpr int value = 3;
};
template <typename T>
struct Kind<std::vector<T>> {
  static constexpr int value = 10 * Kind<T>::value;
};
template <typename T>
int forwarded(T&&) {
  return Kind<T>::value;
}
struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    int n = 1;
    const int c = 2;
    std::vector<double> v;
    double code =
        forwarded(n) + 10 * forwarded(c) + 100 * forwarded(3) + 1000 * forwarded(std::move(v));
    return x + code + Kind<decltype((n))>::value * 1e5;
  }
};
