// AIM: Each instance of a template has its own static; an inline static member is one.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

template <class T>
struct Counter {
  static inline int count = 0;
  Counter() { ++count; }
};
template <int N>
static int width() {
  static const int w = N * N;
  return w;
}
struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    Counter<int>::count = 0;
    Counter<double>::count = 0;
    Counter<int> a, b;
    Counter<double> c;
    return x * (Counter<int>::count * 10 + Counter<double>::count) + width<3>() + width<4>();
  }
};
