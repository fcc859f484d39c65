// AIM: Two instances of one template as bases are two objects with members of the same name.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

template <int Id>
struct Counter {
  int value = Id;
  int next() { return value++; }
};
struct Both : Counter<1>, Counter<10> {
  int sum() { return Counter<1>::next() + Counter<10>::next() * 100; }
};
struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    Both both;
    both.sum();
    Counter<10>& tens = both;
    tens.value += 5;
    return x + both.sum();
  }
};
