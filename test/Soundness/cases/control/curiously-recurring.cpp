// AIM: CRTP with a static polymorphic step and a default.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

template <class D>
struct Step {
  torch::Tensor run(torch::Tensor x) { return static_cast<D*>(this)->step(x) + D::offset; }
  torch::Tensor step(torch::Tensor x) { return x; }
  static constexpr int offset = 1;
};
struct Relu : Step<Relu> {
  torch::Tensor step(torch::Tensor x) { return x.relu(); }
};
struct Twice : Step<Twice> {
  static constexpr int offset = 5;
};
struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    Relu r;
    Twice t;
    return r.run(x) + t.run(x);
  }
};
