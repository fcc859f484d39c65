// AIM: A CRTP base calls the function of the class that it was instantiated with.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

template <typename Derived>
struct Block {
  torch::Tensor run(torch::Tensor x) { return self().act(x * self().width); }
  torch::Tensor act(torch::Tensor x) { return x + 100; }
  Derived& self() { return static_cast<Derived&>(*this); }
};
struct Relu : Block<Relu> {
  double width = 3;
  torch::Tensor act(torch::Tensor x) { return torch::relu(x); }
};
struct LeakyRelu : Relu {
  double width = 50;
  torch::Tensor act(torch::Tensor x) { return torch::leaky_relu(x); }
};
struct Plain : Block<Plain> {
  double width = 2;
};
struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) { return LeakyRelu().run(x) + Plain().run(x); }
};
