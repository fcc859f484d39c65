// A loop over a range of the user's own calls its begin, end, !=, ++ and *, by members or by ADL; the
// variable is converted, and a structured binding asks get<i>.
// RUN: fx-clang-trace %s --emit=fx -- 2>&1 | FileCheck %s
#include <torch/torch.h>

struct Counter {
  int at;
  int operator*() const { return at * at; }
  Counter& operator++() {
    ++at;
    return *this;
  }
  bool operator!=(const Counter& other) const { return at != other.at; }
};
struct Squares {
  int first, last;
  Counter begin() const { return {first}; }
  Counter end() const { return {last}; }
};

namespace apart {
struct Numbers {
  int values[2] = {7, 8};
};
const int* begin(const Numbers& numbers) {
  return numbers.values;
}
const int* end(const Numbers& numbers) {
  return numbers.values + 2;
}
} // namespace apart

struct Two {
  int a, b;
};
template <size_t I>
int get(const Two& two) {
  return I == 0 ? two.a * 2 : two.b * 3;
}
namespace std {
template <>
struct tuple_size<Two> : integral_constant<size_t, 2> {};
template <size_t I>
struct tuple_element<I, Two> {
  using type = int;
};
} // namespace std

struct Net : torch::nn::Module {
  torch::nn::Sequential layers;
  Net() {
    for (int width : Squares{1, 3})
      layers->push_back(torch::nn::Linear(2, width));
    register_module("layers", layers);
  }
  torch::Tensor forward(torch::Tensor x) {
    for (auto& layer : *layers)
      (void)layer;
    for (int k : Squares{2, 4})
      x = x + k;
    // CHECK: operator.add](args = (%x, 4), kwargs = {})
    // CHECK-NEXT: operator.add](args = (%add, 9), kwargs = {})
    for (double k : apart::Numbers())
      x = x * (k / 2);
    // CHECK-NEXT: operator.mul](args = (%add_1, 3.5), kwargs = {})
    // CHECK-NEXT: operator.mul](args = (%mul, 4.0), kwargs = {})
    for (uint8_t k : std::vector<int>{300})
      x = x - (int)k;
    // CHECK-NEXT: operator.sub](args = (%mul_1, 44), kwargs = {})
    for (auto [p, q] : std::vector<Two>{{5, 6}})
      x = x - (p + q * 100);
    // CHECK-NEXT: operator.sub](args = (%sub, 1810), kwargs = {})
    return x;
  }
};
